"""The six-letter code, the link, and the order in which a target is read."""

import itertools
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from p10net.protocol.address import (
    LETTERS,
    RANGES,
    At,
    Named,
    Number,
    Place,
    Target,
    TargetError,
    decode,
    encode,
    fold,
    link,
    parse_target,
)

KEY = "H1NJSXTT4NW2S3V8"


@st.composite
def addresses(draw: st.DrawFn) -> str:
    network = draw(st.sampled_from(RANGES))
    return str(network[draw(st.integers(0, network.num_addresses - 1))])


codes = addresses().map(encode)


def test_the_known_codes() -> None:
    """The example everybody is told stays the example."""
    assert encode("192.168.1.34") == "H00-921"
    assert encode("192.168.1.34", 7777) == "H00-921:7777"
    assert encode("10.0.0.0") == "000-000"
    assert encode("10.0.0.1") == "000-015"


def test_ranges_follow_one_another_without_a_gap() -> None:
    """Five letters hold every private address and nothing is numbered twice."""
    total = sum(network.num_addresses for network in RANGES)

    assert total == 22_151_168 < 32**5
    for before, after in itertools.pairwise(RANGES):
        last, first = encode(str(before[-1])), encode(str(after[0]))
        assert last is not None
        assert first is not None
        assert _index(first) == _index(last) + 1
    end = encode(str(RANGES[-1][-1]))
    assert end is not None
    assert _index(end) == total - 1


def _index(code: str) -> int:
    index = 0
    for letter in code.replace("-", "")[:5]:
        index = index * 32 + LETTERS.index(letter)
    return index


@given(addresses(), st.integers(1, 65535))
def test_an_address_comes_back_from_its_code(host: str, port: int) -> None:
    """Writing and reading are a pair over all ranges and ports."""
    code = encode(host, port)

    assert code is not None
    assert decode(code) == Place(host, port)
    assert parse_target(code) == At(Place(host, port))


@given(codes, st.randoms(use_true_random=False))
def test_a_code_is_read_however_it_is_typed(code: str, chance: random.Random) -> None:
    """Case, blanks, hyphens and the letters I, L and O make no difference."""
    likes = {"1": "1iIlL", "0": "0oO"}
    typed = "".join(
        chance.choice(likes.get(letter, letter + letter.lower()))
        + chance.choice(["", "", " ", "-", "\u2011"])
        for letter in code.replace("-", "")
    )

    assert decode(typed) == decode(code) is not None


@pytest.mark.parametrize("host", ["8.8.8.8", "127.0.0.1", "fe80::1", "anns.local", ""])
def test_an_address_outside_the_ranges_has_no_code(host: str) -> None:
    """Nothing is said rather than something wrong."""
    assert encode(host) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "H00-92",
        "H00-9211",
        "H00-922",
        "H00-92U",
        "H00-92é",
        "ZZZ-ZZ0",
        "H00-921:",
        "H00-921:0",
        "H00-921:65536",
        "H00-921:x",
        "H00-921:²",
    ],
)
def test_what_is_no_code(text: str) -> None:
    """Too short, too long, a wrong letter, beyond the last address, a bad port."""
    assert decode(text) is None


def test_nearly_every_wrong_letter_is_caught() -> None:
    """One letter read wrongly: 998 of 1000 are noticed before anybody connects."""
    missed = tried = 0
    for code in _spread(100):
        for at in range(6):
            for letter in set(LETTERS) - {code[at]}:
                tried += 1
                missed += decode(code[:at] + letter + code[at + 1 :]) is not None

    assert tried > 18_000
    assert missed / tried < 0.002


def test_nearly_every_swap_is_caught() -> None:
    """Two neighbours swapped: 997 of 1000 are noticed before anybody connects."""
    missed = tried = 0
    for code in _spread(4_000):
        for at in range(5):
            left, right = code[at], code[at + 1]
            if left != right:
                tried += 1
                swapped = code[:at] + right + left + code[at + 2 :]
                missed += decode(swapped) is not None

    assert tried > 18_000
    assert missed / tried < 0.003


def _spread(count: int) -> list[str]:
    """So many codes, evenly over all ranges."""
    total = sum(network.num_addresses for network in RANGES)
    picked = []
    for index in range(0, total, total // count):
        for network in RANGES:
            if index < network.num_addresses:
                code = encode(str(network[index]))
                assert code is not None
                picked.append(code.replace("-", ""))
                break
            index -= network.num_addresses
    return picked


# What is typed, and what is read: the earlier rows win over the later ones.
TARGETS: list[tuple[str, Target]] = [
    (f"p10net://192.168.1.34:4210/#{KEY}", At(Place("192.168.1.34"), KEY)),
    (
        "P10NET://192.168.1.34:7777/#h1nj-sxtt-4nw2-s3v8",
        At(Place("192.168.1.34", 7777), KEY),
    ),
    ("p10net://anns-laptop.local/", At(Place("anns-laptop.local"))),
    ("p10net://[fe80::1%eth0]:4211", At(Place("fe80::1%eth0", 4211))),
    ("anns-laptop:4210", At(Place("anns-laptop"))),
    ("192.168.1.34:7777", At(Place("192.168.1.34", 7777))),
    ("[::1]:7777", At(Place("::1", 7777))),
    ("34:7777", Number(34, 7777)),
    ("H00-921:7777", At(Place("192.168.1.34", 7777))),
    ("H00-921", At(Place("192.168.1.34"))),
    (" h00 921 ", At(Place("192.168.1.34"))),
    ("hoo92i", At(Place("192.168.1.34"), name="hoo92i")),
    ("192.168.1.34", At(Place("192.168.1.34"))),
    ("8.8.8.8", At(Place("8.8.8.8"))),
    ("fe80::1%eth0", At(Place("fe80::1%eth0"))),
    ("anns-laptop.local", At(Place("anns-laptop.local"))),
    ("localhost", At(Place("localhost"))),
    ("1", Number(1)),
    ("254", Number(254)),
    ("0", Named("0")),
    ("255", Named("255")),
    ("H00-922", Named("H00-922", slip=True)),
    ("192.168.1", Named("192.168.1")),
    ("Ann's table", Named("Ann's table")),
    ("Ann's table-7kq2", Named("Ann's table-7kq2")),
    ("Room: 12", Named("Room: 12")),
    ("12:30:45", Named("12:30:45")),
    ("100% luck", Named("100% luck")),
    ("[fe80::1%eth0]:4211", At(Place("fe80::1%eth0", 4211))),
    ("[fe80::1%12]", At(Place("fe80::1%12"))),
    ("[2001:db8::1]", At(Place("2001:db8::1"))),
]


@pytest.mark.parametrize(("text", "target"), TARGETS)
def test_a_target_is_read_in_the_decided_order(text: str, target: Target) -> None:
    """Each form is told from the others by its looks alone."""
    assert parse_target(text) == target


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("p10net://", "link"),
        ("p10net://192.168.1.34/#H1NJ-SXTT", "link"),
        ("p10net://192.168.1.34:99999/", "link"),
        ("p10net://192.168.1.34/#H1NJ-SXTT-4NW2-S3VU", "link"),
        ("192.168.1.34:0", "port"),
        ("anns-laptop:65536", "port"),
        ("-x:4210", "address"),
        ("a/b:4210", "address"),
        ("999.1.1.1", "999.1.1.1 is no address: it has four numbers from 0 to"),
        ("10.0.0.256:80", "10.0.0.256 is no address"),
        ("p10net://999.1.1.1", "999.1.1.1 is no address"),
        (" ", "which table"),
        ("fe80::1", "fe80::1 needs the network interface it is on, as in fe80::1%eth0"),
        ("[fe80::1]", "fe80::1 needs the network interface it is on"),
        ("[fe80::1]:4211", "fe80::1 needs the network interface it is on"),
        ("FEBF:0:0:0:0:0:0:1", "FEBF:0:0:0:0:0:0:1 needs the network interface"),
        ("p10net://[fe80::1]:4211/", "fe80::1 needs the network interface it is on"),
        ("fe80::1%", "fe80::1 needs the network interface it is on"),
        ("[fe80::1%]:4211", "fe80::1 needs the network interface it is on"),
        ("2001:db8::1%eth0", "2001:db8::1 is on no one interface: leave %eth0 out"),
        ("[::1%lo]:4211", "::1 is on no one interface: leave %lo out"),
        ("192.168.1.34%eth0", "192.168.1.34 is on no one interface: leave %eth0 out"),
        ("fe80::zz", "fe80::zz is no address: such a one is written fe80::1%eth0"),
        ("fe80::1%a%b", "fe80::1%a%b is no address"),
        ("[fe80::zz]:4211", "fe80::zz is no address"),
        ("::1:99999", r"::1:99999 is no address.* with a port \[fe80::1%eth0\]:4210"),
        ("[]", r"^\[\] is no address"),
        ("[]:4211", r"^\[\] is no address"),
    ],
)
def test_a_broken_place_gets_a_sentence(text: str, word: str) -> None:
    """What can only be a slip of the hand is not taken for the name of a table."""
    with pytest.raises(TargetError, match=word):
        parse_target(text)


@given(addresses(), st.integers(1, 65535), st.none() | st.just(KEY))
def test_a_link_comes_back(host: str, port: int, key: str | None) -> None:
    """What a host prints is what a client reads."""
    assert parse_target(link(Place(host, port), key)) == At(Place(host, port), key)


def test_an_ipv6_link_comes_back() -> None:
    """The brackets of such an address belong to the writing, not to the address."""
    place = Place("fe80::1%2", 4211)

    assert link(place) == "p10net://[fe80::1%2]:4211/"
    assert parse_target(link(place)) == At(place)
    assert parse_target(str(place)) == At(place)


@given(st.text("p10net:/#[]%.-09aHÅ² \n", max_size=24))
@example("p10net://[")
@example("[]:1")
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing a person can type gets past the two outcomes."""
    try:
        target = parse_target(text)
    except TargetError:
        return
    assert isinstance(target, At | Number | Named)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann's table", "ann's  TABLE"),
        ("Ann's table", "Ann's-table"),
        ("Flat 12", "flat\u201312"),
        ("Straße", "STRASSE"),
        ("Ann's table", " ann'stable\t"),
    ],
)
def test_names_compare_without_case_blanks_hyphens(one: str, other: str) -> None:
    """A name is found however it is typed."""
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anne"), ("Flat 1", "Flat 2")])
def test_different_names_stay_different(one: str, other: str) -> None:
    """Folding takes nothing away that tells two tables apart."""
    assert fold(one) != fold(other)
