"""The line mode: the game as lines to hear or pipe, asked and answered one by one.

The nouns: *facts* are what is known of the table, a *menu* is a question with numbered
answers, a *deed* is what an answer makes the program do, *talk* is the pure part that
turns news into lines and lines into deeds, a *console* is where lines come from and go
to. Nothing here ever moves a cursor or takes back what was said.
"""
