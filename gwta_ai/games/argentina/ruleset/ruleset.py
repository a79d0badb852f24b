"""Rulesets: every figure of a component, read from a TOML file.

The file that ships with the package is ``data/argentina.toml``; its head explains the
grammar and how to correct a figure.
"""

from __future__ import annotations

import os
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from gwta_ai.common.arguments import check_kind
from gwta_ai.errors import RulesetError
from gwta_ai.games import registry, rules_file
from gwta_ai.games.argentina import DATA, NAME
from gwta_ai.games.argentina.ruleset import compiling, reading
from gwta_ai.games.argentina.ruleset.names import Catalogue, Names, catalogue
from gwta_ai.games.argentina.ruleset.schema import RULESET

if TYPE_CHECKING:
    from gwta_ai.games.difference import Difference
    from gwta_ai.games.game import AnyGame

__all__ = ["Catalogue", "Names", "Ruleset"]

ENVIRONMENT = "GWTA_RULESET"  # names a file that replaces the default ruleset


class Ruleset:
    """One checked ruleset, which never changes.

    ``digest`` is the SHA-256 (64 hexadecimal digits) of all that matters to play;
    rulesets of equal digest compile to equal figures and compare equal. ``names`` has the
    ids and English names of every component in the order of the core's indices, ``figures``
    are those of the core (the fields of ``struct Rules``, arrays in full length; they are
    for all to read and for nobody to change), ``text`` is the file, word for word.
    """

    __slots__ = ("_raw", "_tree", "digest", "figures", "names", "text", "title")

    digest: str
    figures: dict[str, Any]
    names: Catalogue
    text: str
    title: str

    def __init__(self, text: str) -> None:
        """Read the text of a ruleset file. Raises RulesetError naming what is wrong."""
        check_kind("text", text, str, "the text of a ruleset file")
        raw = reading.parse(text)
        tree = reading.read(raw)
        self.text = text
        self.title = tree["meta"]["title"]
        self.digest = reading.digest(tree)
        self.names = catalogue(tree)
        self._tree = tree
        self._raw = raw
        self.figures = compiling.compiled(tree, self.names)

    @property
    def game(self) -> AnyGame:
        """The game whose figures these are."""
        return registry.find(NAME)

    @classmethod
    def default(cls) -> Ruleset:
        """The ruleset of the package, or the file that GWTA_RULESET names.

        Each file is read once a process. Raises RulesetError.
        """
        path = os.environ.get(ENVIRONMENT, "")
        return _load(path) if path else cls.shipped()

    @classmethod
    def shipped(cls) -> Ruleset:
        """The ruleset of the package, whatever GWTA_RULESET says."""
        return _built_in("argentina.toml")

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Ruleset:
        """Read a ruleset file. Raises RulesetError."""
        return rules_file.load(path, cls)

    @classmethod
    def by_digest(cls, digest: str) -> Ruleset:
        """The default ruleset with this digest: the present one or any ever released.

        Raises RulesetError if there is none.
        """
        check_kind("digest", digest, str, "the digest of a ruleset")
        for ruleset in (cls.default(), cls.shipped()):
            if ruleset.digest == digest:
                return ruleset
        name = f"{digest[:16]}.toml"
        if digest.isalnum() and os.path.isfile(os.path.join(DATA, "rulesets", name)):
            ruleset = _built_in(f"rulesets/{name}")
            if ruleset.digest == digest:
                return ruleset
        raise RulesetError(f"no ruleset with the digest {digest[:64]!r} is known")

    @staticmethod
    def forget_files() -> None:
        """Let files that were read before be read anew, as they may have changed since."""
        _load.cache_clear()
        _built_in.cache_clear()

    @staticmethod
    def file_format() -> list[str]:
        """What a file may contain, one line a field: "ship.default_fee: an integer 0 .. 10"."""
        return list(RULESET.lines(""))

    def provenance(self) -> dict[str, dict[str, Any]]:
        """Where the figures come from, by table and by entry that differs from its table.

        Keys are "trail" or "trail.space y1"; the values have "provenance" ("rulebook",
        "public-implementation", "inferred" or "unknown") and, where there is something to
        say, "confidence" ("high", "medium", "low"), "placeholder", "source" and "note".
        """
        return reading.provenance(self._raw)

    def unverified(self) -> list[str]:
        """The names in ``provenance`` whose figures need a look, the least certain first.

        Placeholders; then low confidence and unknown provenance; then medium confidence
        and what was inferred without a high one.
        """
        doubts = {name: _doubt(said) for name, said in self.provenance().items()}
        return sorted((name for name in doubts if doubts[name]), key=lambda n: -doubts[n])

    def differences(self, other: Ruleset) -> list[Difference]:
        """What ``other`` has otherwise, by meaning: order and layout do not count.

        First what matters to play, in the order of the tables, then what is only said.
        There is something of the first kind if and only if the digests differ.
        """
        from gwta_ai.games.argentina.ruleset.differences import differences  # seldom asked for

        check_kind("other", other, Ruleset, "a Ruleset")
        return differences(self._tree, other._tree, self.provenance(), other.provenance())

    def compiled(self) -> dict[str, Any]:
        """A copy of ``figures``."""
        result: dict[str, Any] = compiling.copied(self.figures)
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ruleset) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text."""
        return type(self), (self.text,)

    def __repr__(self) -> str:
        return f"Ruleset({self.title!r}, digest={self.digest[:12]!r})"


def _doubt(said: dict[str, Any]) -> int:
    """How little is known of a figure: 3 a placeholder .. 0 nothing to be verified."""
    confidence, provenance = said.get("confidence"), said["provenance"]
    if said.get("placeholder"):
        return 3
    if confidence == "low" or provenance == "unknown":
        return 2
    return int(confidence == "medium" or (provenance == "inferred" and confidence != "high"))


@lru_cache(maxsize=8)
def _load(path: str) -> Ruleset:
    return Ruleset.load(path)


@cache
def _built_in(name: str) -> Ruleset:
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return Ruleset(file.read())
