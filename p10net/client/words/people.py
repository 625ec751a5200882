"""Who comes and goes, and what is said of a seat: news of the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from p10net.client.words.dice import in_circuits
from p10net.client.words.events import Names
from p10net.protocol.clean import clean
from p10net.protocol.messages import News, Notice
from p10net.protocol.people import Absence, Leaver, Person, PersonKind

STUCK = "The host's disk is full or failing: the game waits, and nothing is lost."

# {who} is whom it concerns, {by} who did it, {old} what they were called before.
NEWS: Mapping[News, str] = {
    News.JOINED: "{who} sat down.",
    News.WATCHING: "{who} is watching.",
    News.LEFT: "{who} left, the seat is kept.",
    News.LEFT_FOR_GOOD: "{who} left for good and is out before the next round.",
    News.LINK_LOST: "{who} lost the link, the seat is kept.",
    News.AWAY: "{who} is away.",
    News.BACK: "{who} is back.",
    News.STAND_IN: "The stand-in plays for {who} for now.",
    News.PASSING: "The turns of {who} are passed for now.",
    News.PLAYED_DEFAULT: "The time was over: the host played for {who}.",
    News.RENAMED: "{old} is called {who} now.",
    News.SEATED: "{who} took seat {seat}.",
    News.MOVED: "{who} moved to seat {seat}.",
    News.OWNER: "{who} owns the table now.",
    News.KICKED: "{by} sent {who} away.",
    News.BANNED: "{by} shut out {who} until the game ends.",
    News.RESTLESS: "{who} took ready back too often: the start waits no more for them.",
    News.REISSUED: "{by} gave out the seat of {who} anew.",
    News.CONTESTED: "The seat of {who} is open in two windows; the first keeps it.",
    News.PAUSED: "{by} paused the game.",
    News.GOES_ON: "{by} let the game go on.",
    News.DOUBLE_TIME: "{who} has double time for each decision.",
    News.USUAL_TIME: "{who} has as much time as the others again.",
    News.STUCK: STUCK,
    News.RULES: "{by} changed the rules; say ready again.",
    News.SETTINGS: "{by} changed how the table is set.",
    News.OFFERED: "{who} offers seat {seat} to a watcher: type :sit.",
    News.TAKEN_BACK: "{who} took an act back: the game is practice and counts nowhere.",
    News.VOTE: "{who} voted.",
    News.STOPPED: "{by} stopped the game.",
    News.VOIDED: "A deal was given up and is dealt again.",
    News.SALVAGED: "The host's file was damaged: the last moves before that are lost.",
    News.CLOSING: "The host is closing the table.",
    News.OTHER: "",
}

# The same about the reader, where "You" for {who} would not do; {name} is the new name.
YOURS: Mapping[News, str] = {
    News.LEFT: "You left, your seat is kept.",
    News.LEFT_FOR_GOOD: "You left for good.",
    News.LINK_LOST: "You lost the link, your seat is kept.",
    News.AWAY: "You are away.",
    News.BACK: "You are back.",
    News.WATCHING: "You are watching.",
    News.STAND_IN: "The stand-in plays for you for now.",
    News.PASSING: "Your turns are passed for now.",
    News.PLAYED_DEFAULT: "The time was over: the host played for you.",
    News.KICKED: "{by} sent you away.",
    News.BANNED: "{by} shut you out until the game ends.",
    News.REISSUED: "{by} gave out your seat anew.",
    News.CONTESTED: "Your seat is open in two windows; the first keeps it.",
    News.RENAMED: "You are called {name} now.",
    News.OWNER: "You own the table now.",
    News.RESTLESS: "You took ready back too often: the start waits no more for you.",
    News.DOUBLE_TIME: "You have double time for each decision.",
    News.USUAL_TIME: "You have as much time as the others again.",
    News.OFFERED: "You offer your seat to a watcher.",
}


# Whoever leaves before a game, or only looks on, has no seat that could be kept.
NO_SEAT: Mapping[News, str] = {
    News.LEFT: "{who} left.",
    News.LEFT_FOR_GOOD: "{who} left.",
}


def news(notice: Notice, names: Names, *, playing: bool = True) -> str:
    """Say a piece of news in a sentence; "" if it is of a kind not known here."""
    old = names.who(notice.seat) if notice.seat is not None else "A watcher"
    who = clean(notice.name) if notice.name else old
    by = names.who(notice.by) if notice.by is not None else "The host"
    if notice.what in NO_SEAT and (notice.seat is None or not playing):
        return NO_SEAT[notice.what].format(who=who)
    if notice.seat is not None and notice.seat == names.you:
        form = YOURS.get(notice.what, NEWS[notice.what])
        return form.format(name=who, who="You", by=by, seat=notice.seat)
    form = in_circuits(NEWS[notice.what], names.dice)
    return form.format(who=who, by=by, old=old, seat=notice.seat)


def watching(name: str) -> str:
    """Name somebody who looks on and speaks."""
    return f"{name or 'A watcher'} (watching)"


def called(people: Iterable[Person | Leaver]) -> dict[int, str]:
    """Give the name of each seat, cleaned once more; a later row stands."""
    return {one.seat: clean(one.name) for one in people}


ABSENT: Mapping[Absence, str] = {
    Absence.AWAY: "away",
    Absence.LINK_LOST: "link lost",
    Absence.LEFT: "left",
    Absence.OTHER: "absent",
}


def marks(person: Person) -> str:
    """Say beside a name what one must know of who sits there, or nothing.

    Of the three words for absence each is a word, and so is what is done meanwhile.
    """
    if person.stand_in:
        return "stand-in"
    if person.passing:
        return "passing"
    if person.absent is not None:
        return ABSENT[person.absent]
    if person.kind is PersonKind.BOT:
        return "bot"
    return "owner" if person.owner else ""
