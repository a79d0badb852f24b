"""The training scripts: what they write, going on after a stop, and files of something else."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result
from editing import EARLIER
from loading import script
from workshop import strong_games

from gwta_ai import Ruleset, Weights
from gwta_ai.adviser.weights import Learned

SMALL = ["--players", "2", "--games", "4", "--hidden", "16", "--jobs", "1"]


def run(module: ModuleType, *arguments: str | Path) -> Result:
    return CliRunner().invoke(module.main, [str(one) for one in arguments])


def policy(out: Path, *more: str) -> Result:
    return run(script("train_policy"), out, *SMALL, "--iterations", "3", *more)


def evaluation(policy: Path, out: Path, *more: str) -> Result:
    return run(script("train_evaluation"), policy, out, *SMALL, "--iterations", "3", *more)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the policy and the evaluation of trainings that were not stopped."""
    where = tmp_path_factory.mktemp("training")
    with pytest.MonkeyPatch.context() as patch:
        short_report(patch)
        assert policy(where / "policy").exit_code == 0
        assert evaluation(where / "policy.npz", where / "weights").exit_code == 0
    return where


def short_report(patch: pytest.MonkeyPatch) -> None:
    """The evaluation's final figures come from few games, not from thousands."""
    module = script("train_evaluation")
    play = module.self_play
    patch.setattr(
        module, "self_play", lambda *a, games, **more: play(*a, games=min(games, 4), **more)
    )


def stopped(patch: pytest.MonkeyPatch, module: ModuleType, after: int) -> None:
    """Save every iteration, and interrupt after some."""
    play, played = module.self_play, []

    def once_too_often(*arguments: object, **more: object) -> object:
        if len(played) == after:
            raise KeyboardInterrupt
        played.append(True)
        return play(*arguments, **more)

    patch.setattr(module, "SAVE", 1)
    patch.setattr(module, "self_play", once_too_often)


def test_weights_say_how_they_were_made(whole: Path) -> None:
    weights = Weights.load(whole / "weights.npz")
    assert weights.learned.keys() == {2}
    assert weights.about["policy_2"]["seed"] == 1
    assert weights.about["policy_2"]["games"] == 12
    assert weights.about["evaluation_2"]["games"] == 12
    assert weights.about["evaluation_2"]["figures"].keys() >= {"points", "brier"}
    assert weights.learned[2].arrays["second"].any()
    assert weights.ruleset(2) == Ruleset.default().digest


def test_a_stopped_policy_ends_as_if_it_had_not_been(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        stopped(patch, script("train_policy"), 2)
        assert policy(tmp_path / "policy").exit_code != 0
    assert Weights.load(tmp_path / "policy.npz").about["policy_2"]["iterations"] == 2
    found = policy(tmp_path / "policy")
    assert found.exit_code == 0
    assert "after iteration 2 of 3" in found.stderr
    assert digest(tmp_path / "policy.npz") == digest(whole / "policy.npz")
    # And when it has ended there is nothing to do.
    assert policy(tmp_path / "policy").exit_code == 0
    assert digest(tmp_path / "policy.npz") == digest(whole / "policy.npz")


def test_a_stopped_evaluation_ends_as_if_it_had_not_been(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        stopped(patch, script("train_evaluation"), 1)
        assert evaluation(whole / "policy.npz", tmp_path / "weights").exit_code != 0
    short_report(monkeypatch)
    for _ in range(2):
        assert evaluation(whole / "policy.npz", tmp_path / "weights").exit_code == 0
        assert digest(tmp_path / "weights.npz") == digest(whole / "weights.npz")


def test_a_new_evaluation_has_no_correction_yet(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = Weights.load(whole / "policy.npz")
    Weights(older.learned, older.about | {"correction_2": {}}).save(tmp_path / "policy.npz")
    short_report(monkeypatch)
    found = evaluation(tmp_path / "policy.npz", tmp_path / "weights", "--iterations", "1")
    assert found.exit_code == 0, found.output
    about = Weights.load(tmp_path / "weights.npz").about
    assert about.keys() == {"policy_2", "evaluation_2"}


def digest(path: Path) -> str:
    return Weights.load(path).digest


@pytest.mark.parametrize("name", ["seed", "rate", "iterations", "games"])
def test_a_state_of_another_training_is_refused(whole: Path, name: str) -> None:
    value = "0.5" if name == "rate" else "5"
    before = digest(whole / "policy.npz")
    found = policy(whole / "policy", f"--{name}", value)
    assert found.exit_code == 2
    assert f"another {name}" in found.stderr
    found = evaluation(whole / "policy.npz", whole / "weights", f"--{name}", value)
    assert found.exit_code == 2
    assert f"another {name}" in found.stderr
    assert digest(whole / "policy.npz") == before


def test_a_new_policy_needs_a_new_evaluation(whole: Path, tmp_path: Path) -> None:
    assert policy(tmp_path / "policy", "--seed", "7").exit_code == 0
    found = evaluation(tmp_path / "policy.npz", whole / "weights")
    assert found.exit_code == 2
    assert "another policy" in found.stderr


def test_what_cannot_be_trained_is_refused_at_once(whole: Path, tmp_path: Path) -> None:
    for found in (
        policy(tmp_path / "p", "--hidden", "20"),
        evaluation(whole / "policy.npz", tmp_path / "w", "--hidden", "20"),
    ):
        assert found.exit_code == 2
        assert "expected a multiple of 16 up to 64, got 20" in found.stderr
    found = evaluation(whole / "policy.npz", tmp_path / "w", "--players", "3")
    assert found.exit_code == 2
    assert "no policy for 3 players" in found.stderr
    (tmp_path / "p.state.npz").write_bytes(b"PK nothing")
    found = policy(tmp_path / "p")
    assert found.exit_code == 2
    assert "p.state.npz: no state of a training" in found.stderr


def test_other_numbers_of_players_begin_with_what_was_learned(whole: Path, tmp_path: Path) -> None:
    """Three players' policy starts from two players'; one file then holds both."""
    three = ["--players", "3", "--games", "4", "--jobs", "2", "--iterations", "1"]
    start = ["--start", str(whole / "policy.npz")]
    trained = run(script("train_policy"), tmp_path / "policy3", *three, *start)
    assert trained.exit_code == 0, trained.output
    found = Weights.load(tmp_path / "policy3.npz")
    assert found.learned.keys() == {3}
    assert found.about["policy_3"]["iterations"] == 1
    before = Weights.load(whole / "policy.npz").learned[2]
    after = found.learned[3]
    assert before.arrays["second"].shape == after.arrays["second"].shape
    moved = np.abs(after.arrays["policy"] - before.arrays["policy"]).max()
    assert 0 < moved < 0.1  # one step from there, not from nothing
    joined = run(
        script("join_weights"), whole / "weights.npz", tmp_path / "policy3.npz",
        "--out", tmp_path / "both.npz",
    )  # fmt: skip
    assert joined.exit_code == 0
    both = Weights.load(tmp_path / "both.npz")
    assert both.learned.keys() == {2, 3}
    assert both.about.keys() == {"policy_2", "evaluation_2", "policy_3"}
    assert both.learned[3].packed() == found.learned[3].packed()
    # What is replaced is not spoken of any more.
    older = Weights.load(whole / "weights.npz")
    Weights(older.learned, older.about | {"correction_2": {}, "note": 1}).save(tmp_path / "c.npz")
    joined = run(
        script("join_weights"), tmp_path / "c.npz", whole / "policy.npz",
        "--out", tmp_path / "later.npz",
    )  # fmt: skip
    assert joined.exit_code == 0
    assert Weights.load(tmp_path / "later.npz").about.keys() == {"policy_2", "note"}
    refused = run(script("train_policy"), tmp_path / "p", *three, *start, "--hidden", "32")
    assert refused.exit_code == 2
    assert "--hidden" in refused.stderr


def test_weights_of_different_rulesets_are_not_joined_silently(whole: Path, tmp_path: Path) -> None:
    """Neither where both name theirs nor where one of them, as older files, names none."""
    ours = Weights.load(whole / "weights.npz").learned[2]
    here, there = Ruleset.default().digest, EARLIER.digest
    out = tmp_path / "joined.npz"

    def file(players: int, ruleset: str | None) -> Path:
        path = tmp_path / f"{players}-{ruleset}.npz"
        Weights({players: Learned(ours.arrays, ruleset=ruleset)}, {}).save(path)
        return path

    def joined(two: str | None, three: str | None, *more: str) -> list[str | None] | str:
        out.unlink(missing_ok=True)
        parts = file(2, two), file(3, three)
        found = run(script("join_weights"), *parts, "--out", out, *more)
        if found.exit_code:
            assert not out.exists()
            return found.stderr
        weights = Weights.load(out)
        return [weights.ruleset(players) for players in (2, 3)]

    assert joined(here, here) == [here, here]
    assert joined(None, None) == [None, None]  # nothing is guessed
    assert f"2 players {here}, 3 players {there}" in joined(here, there)
    assert f"2 players unknown, 3 players {there}" in joined(None, there)
    assert joined(here, there, "--mixed") == [here, there]
    assert joined(None, there, "--mixed") == [None, there]
    assert joined(None, None, "--ruleset", there) == [there, there]
    assert joined(None, here, "--ruleset", here) == [here, here]
    # It is said for those that do not say it, not against those that do.
    assert "different rulesets" in joined(None, here, "--ruleset", there)
    assert joined(None, here, "--ruleset", there, "--mixed") == [there, here]
    assert "--ruleset: expected 64 hexadecimal digits" in joined(None, None, "--ruleset", "29f3")
    # Of what is replaced nothing remains.
    parts = file(2, there), file(3, here), file(2, here)
    assert run(script("join_weights"), *parts, "--out", out).exit_code == 0
    assert Weights.load(out).ruleset(2) == here


def test_an_evaluation_for_a_policy_of_another_ruleset_says_so(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    policy = Weights.load(whole / "policy.npz")
    under = Learned(policy.learned[2].arrays, ruleset=EARLIER.digest)
    Weights({2: under}, policy.about).save(tmp_path / "policy.npz")
    short_report(monkeypatch)
    found = evaluation(tmp_path / "policy.npz", tmp_path / "weights", "--iterations", "1")
    assert found.exit_code == 0, found.output
    assert f"for 2 players was learned under another ruleset, {EARLIER.digest}" in found.stderr
    again = evaluation(whole / "policy.npz", tmp_path / "again", "--iterations", "1")
    assert again.exit_code == 0
    assert "another ruleset" not in again.stderr


def test_names_with_dots_are_kept_apart(tmp_path: Path) -> None:
    assert policy(tmp_path / "v1.2", "--iterations", "1").exit_code == 0
    assert policy(tmp_path / "v1.3.npz", "--iterations", "1", "--seed", "2").exit_code == 0
    names = {path.name for path in tmp_path.iterdir()}
    assert {"v1.2.npz", "v1.2.state.npz", "v1.3.npz", "v1.3.state.npz"} <= names
    assert digest(tmp_path / "v1.2.npz") != digest(tmp_path / "v1.3.npz")


@pytest.mark.parametrize(
    "wrong",
    ["--seed=4294967296", "--jobs=257", "--rate=0", "--decay=1.5", "--entropy=-1"],
)
def test_options_out_of_range_are_refused(tmp_path: Path, wrong: str) -> None:
    found = policy(tmp_path / "policy", wrong)
    assert found.exit_code == 2
    assert wrong.partition("=")[0] in found.stderr
    assert not list(tmp_path.iterdir())


def test_the_largest_seed_trains(tmp_path: Path) -> None:
    found = policy(tmp_path / "policy", "--seed", "4294967295", "--iterations", "1")
    assert found.exit_code == 0, found.output


def test_what_is_measured_needs_weights_for_its_players(whole: Path) -> None:
    table = strong_games.Table
    assert table(2, str(whole / "weights.npz")).table is not None
    with pytest.raises(click.ClickException, match="expected some for 4 players, got 2"):
        table(4, str(whole / "weights.npz"))
