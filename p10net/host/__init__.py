"""One table and everything that runs it.

The nouns: a `Table` holds the seats, the rules and the one game, a record is an act
on its way into the journal, the server carries frames between the table and its
connections, and the advert shows the table to others on the network. Only this
package may hold a `Game`; it never sees the client's side.
"""
