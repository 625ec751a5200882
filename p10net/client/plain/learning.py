"""How the line mode takes in what the host says."""

from __future__ import annotations

from msgspec.structs import replace

from p10net.client.known import Known
from p10net.client.session import News
from p10net.engine.moves import Ask
from p10net.protocol.clean import clean
from p10net.protocol.messages import Lobby, Seated, State, Welcome


def learn(known: Known, news: News) -> Known:
    """Take in what the host said; everything there is comes again each time."""
    match news:
        case Welcome():
            name = clean(news.table.name)
            return replace(known, name=name, seat=news.seat, watcher=news.watcher)
        case Seated():
            return replace(known, seat=news.seat, watcher=None)
        case Lobby():
            return Known(news.seat, known.name, lobby=news, watcher=known.watcher)
        case State(view=view, ask=asked):
            seat = view.you.seat if view.you is not None else None
            ask = Ask(asked.default, asked.can) if asked is not None else None
            name, number = known.name, known.watcher
            return Known(seat, name, None, view, news.table, ask, number)
        case _:
            return known
