"""Why an action is refused: the closed list every refusal is taken from.

The names travel on the wire (`why`) and are never renamed; the sentences for
people are the client's. Nothing here depends on a hidden card of another seat.
"""

from enum import Enum


class Reason(Enum):
    """What stands against an action, seen from the actor's own view."""

    NOT_YOUR_TURN = "not_your_turn"
    WRONG_STAGE = "wrong_stage"
    DRAW_FIRST = "draw_first"
    ALREADY_DREW = "already_drew"
    STOCK_EMPTY = "stock_empty"
    PILE_EMPTY = "pile_empty"
    SKIP_ON_TOP = "skip_on_top"
    WILD_ON_TOP = "wild_on_top"
    TOP_CLOSED = "top_closed"
    MUST_TAKE_TOP = "must_take_top"
    CARD_NOT_HELD = "card_not_held"
    ALREADY_LAID = "already_laid"
    PHASE_NOT_OPEN = "phase_not_open"
    NAME_A_PHASE = "name_a_phase"
    WRONG_NUMBER_OF_GROUPS = "wrong_number_of_groups"
    GROUP_DOES_NOT_FIT = "group_does_not_fit"
    NEEDS_NATURAL = "needs_natural"
    SAME_GOAL_TWICE = "same_goal_twice"
    LAY_FIRST = "lay_first"
    HIT_NEXT_TURN = "hit_next_turn"
    NO_SUCH_MELD = "no_such_meld"
    DOES_NOT_FIT = "does_not_fit"
    END_CLOSED = "end_closed"
    KEEP_A_CARD = "keep_a_card"
    NOT_YET_OUT = "not_yet_out"
    MUST_HIT = "must_hit"
    MUST_USE_WILD = "must_use_wild"
    JUST_TAKEN = "just_taken"
    NAME_A_TARGET = "name_a_target"
    NO_SUCH_TARGET = "no_such_target"
    NOT_A_SKIP = "not_a_skip"
    NO_SKIP_HERE = "no_skip_here"
    ALREADY_SAVED = "already_saved"
    NOT_SAVED = "not_saved"
    NO_WILD_THERE = "no_wild_there"
    CANNOT_USE_WILD = "cannot_use_wild"
    NOT_NOW = "not_now"
    NOT_OFFERED = "not_offered"
    BAD_SEED = "bad_seed"
    NO_SUCH_SEAT = "no_such_seat"
    TOO_FEW_SEATS = "too_few_seats"
    GAME_OVER = "game_over"
