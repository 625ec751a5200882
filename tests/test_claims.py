"""What PROTOCOL.md promises about order and time, each with the test that holds it.

Figures are held by `test_figures.py`, the shape of messages by the schema. Here stands
the rest: a sentence of the page, and where it is tried. A sentence that is changed, or
a test that is renamed, has to be looked at again.
"""

import ast
import functools
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
PAGE = HERE.parent / "PROTOCOL.md"

CLAIMS = (
    # 1 Transport
    ("as soon as it has the four bytes", "codec::test_a_bad_length_is_refused_before"),
    ("TCP may cut frames anywhere", "codec::test_any_cut_of_the_stream_gives_the_same"),
    ("anything else gets one line of ASCII", "server::test_strangers_are_told_what"),
    ("answers a plain frame with `bye tls_required`", "trust::test_plain_is_for_loop"),
    # 3 Requests and replies
    ("each request is answered exactly once", "server::test_requests_are_answered_in"),
    ("each request is answered exactly once", "table_law::test_whatever_people_do_the"),
    ("refuses no other request for its `id`", "server::test_only_the_ids_of_acts_are"),
    ("The reply to an `act` comes before the `state`", "table::test_the_reply_comes_f"),
    ("`ok` means that the action has been applied and written", "kill::test_"),
    ("Whoever has the last one needs none before it", "door::test_a_session_takes_the"),
    ("`seq` never goes back", "resume::test_seq_never_goes_back"),
    ("Nothing about hidden cards of others", "secrecy::test_two_worlds_look_the_same"),
    ("unknown fields, events whose `e`", "codec::test_a_client_drops_events_it_does"),
    # 4 Hello
    ("Right after it comes a `lobby`", "door::test_welcome_then_the_whole_table"),
    ("the connection is still open, say hello again", "server::test_a_name_that_is_re"),
    ("the greatest that both sides do", "door::test_the_newest_common_protocol_is_ag"),
    ("is answered with `table`, and the host closes", "server::test_peeking_over_a_so"),
    ("after a round one of the host's bots makes room", "door::test_a_person_in_mid_g"),
    # 9 Times
    ("Nothing is due while you think", "server::test_only_who_pinged_must_go_on"),
    ("After `beat_ms` without another frame", "server::test_a_silent_table_still_bea"),
    ("when it is over the host plays `ask.default`", "presence::test_the_owners_timer"),
    ("have 60 seconds a decision", "presence::test_a_program_has_a_minute_for_a_dec"),
    ("Twice in a row makes the seat absent", "presence::test_twice_in_a_row_is_away"),
    ("An `act` that answers the open question costs nothing", "server::test_answers_"),
    ("over it a request is answered `err rate`", "server::test_requests_have_a_rate"),
    ("It closes on you (`bye slow`)", "server::test_a_slow_reader_is_told_so"),
    ("rather than drop a frame or let others wait", "server::test_who_never_reads_hol"),
    # 10 Coming back
    (
        "`welcome` says `resumed: true`, and one `state`",
        "door::test_a_session_takes_th",
    ),
    ("a lock or password is not asked for", "door::test_whoever_has_a_session_comes_"),
    ("it gets `bye replaced`", "door::test_the_newest_connection_wins"),
    ("Three swaps within thirty seconds", "door::test_two_programs_that_fight_for_a_"),
    ("answered with the stored reply, marked `dup`", "table::test_an_act_that_comes_a"),
    ('everybody sees `absent: "link_lost"`', "presence::test_a_lost_link_is_shown_"),
    ("After a grace (60 seconds", "presence::test_the_stand_in_plays_after_the_grace"),
    ("There is one grace only", "presence::test_one_grace_until_the_seat_acts_itself"),
    ("the open question and the replies to acts are as", "resume::test_what_was_answe"),
    ("nothing more is accepted (`err paused`)", "full_disk::test_"),
    ("after five an address is refused", "seat_theft::test_an_address_has_five_guess"),
    ("after twenty the table locks itself", "seat_theft::test_twenty_guesses_lock_the"),
    ("A session is never counted, and never guessed", "seat_theft::test_no_forged_ses"),
    # 13 Deals
    (
        "The host waits `ms` for them, no longer",
        "deals::test_a_silent_seat_does_not_st",
    ),
    ("the attempt is **void**", "deals::test_a_share_held_back_voids_the_deal"),
    ("without the seats that held back, for this round", "deals::test_nobody_can_hol"),
    (
        "is not waited for, and plays as well",
        "deals::test_whoever_does_not_speak_of_sh",
    ),
    ("right after the `state` that ended them", "deals::test_the_secrets_come_right_a"),
    ("A host that was killed comes back to the same deal", "deals::test_a_host_killed"),
    ("hears its messages so far, once more", "deals::test_whoever_loses_the_link_in_a"),
    ("a share that does not fit is refused", "deals::test_what_comes_at_the_wrong_tim"),
    # 14 Saved games
    ("when the game is over, never before", "replay::test_nothing_is_saved_of_a_game_"),
    ("Neither holds a session", "replay::test_a_file_of_a_player_holds_no_hand_of_an"),
    # 16 What may change
    (
        "It never removes or renames anything",
        "evolution::test_a_forbidden_change_is_se",
    ),
)


@functools.cache
def page() -> str:
    """Read the page as one line."""
    return re.sub(r"\s+", " ", PAGE.read_text("utf-8")).lower()


@functools.cache
def defined_in(name: str) -> list[str]:
    """List the tests of a file."""
    tree = ast.parse((HERE / f"test_{name}.py").read_text("utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return [node.name for node in ast.walk(tree) if isinstance(node, kinds)]


@pytest.mark.parametrize(("claim", "held_by"), CLAIMS, ids=[c for c, _ in CLAIMS])
def test_a_claim_stands_on_the_page_and_is_tried(claim: str, held_by: str) -> None:
    """The sentence is there, and so is a test whose name begins so."""
    name, _, test = held_by.partition("::")

    assert claim.lower() in page()
    assert [one for one in defined_in(name) if one.startswith(test)], held_by
