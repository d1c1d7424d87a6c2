"""Training the policy: it learns, goes on bit for bit where it was, and says when a checkpoint is damaged."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engines.boards.jit import random_state
from engines.geister.features import PAIRS, matrix
from engines.geister.selfplay import BEST, contest
from engines.geister.training import CHECKPOINT, REPORT, WEIGHTS, train
from engines.training import Progress
from tests.processes import command


def last(steps: Iterator[Progress]) -> Progress:
    return list(steps)[-1]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which two reports' worth of games was learnt from in one go."""
    folder = tmp_path_factory.mktemp("whole")
    assert last(train(folder, 2 * REPORT, 3)).done == 2 * REPORT
    return folder


def against_random(weights: np.ndarray) -> float:
    sharp = np.array([BEST, 0], np.float32)
    return contest(np.stack([weights, weights]), sharp, random_state(8), 1000) / 1000


def test_a_short_training_beats_random_moves_and_nothing_learnt_does_not(whole: Path) -> None:
    assert abs(against_random(matrix(np.zeros(PAIRS, np.float32)))) < 0.16  # five standard deviations
    assert against_random(matrix(np.load(whole / WEIGHTS))) > 0.35


def test_a_training_that_goes_on_is_bit_for_bit_the_one_that_never_stopped(
    whole: Path, tmp_path: Path
) -> None:
    last(train(tmp_path, REPORT, 3))
    resumed = train(tmp_path, 2 * REPORT, 99)  # the chance goes on too, whatever seed is named
    assert next(resumed).done == REPORT
    assert last(resumed).done == 2 * REPORT
    with np.load(whole / CHECKPOINT) as one, np.load(tmp_path / CHECKPOINT) as other:
        assert set(one) == set(other) == {"pairs", "mean", "random", "done"}
        assert all(one[key].tobytes() == other[key].tobytes() for key in one)
    assert (whole / WEIGHTS).read_bytes() == (tmp_path / WEIGHTS).read_bytes()


def checkpoint(folder: Path, **changed: np.ndarray | None) -> bytes:
    """A checkpoint of nothing learnt in REPORT games, with some parts changed or left out."""
    nothing = np.zeros(PAIRS, np.float32)
    parts = {"pairs": nothing, "mean": nothing, "random": random_state(1), "done": np.array(REPORT)} | changed
    np.savez(folder / CHECKPOINT, **{key: part for key, part in parts.items() if part is not None})  # type: ignore[arg-type]
    return (folder / CHECKPOINT).read_bytes()


def test_a_training_that_has_all_its_games_ends_at_once_and_changes_nothing(tmp_path: Path) -> None:
    before = checkpoint(tmp_path)
    assert [step.done for step in train(tmp_path, REPORT, 3)] == [REPORT]
    assert (tmp_path / CHECKPOINT).read_bytes() == before


def damaged(whole: bytes) -> dict[str, bytes]:
    return {"empty": b"", "cut": whole[:1000], "other": b"weights", "tail lost": whole[:-40]}


@pytest.mark.parametrize("kind", ["empty", "cut", "other", "tail lost"])
def test_a_damaged_checkpoint_is_named(tmp_path: Path, kind: str) -> None:
    (tmp_path / CHECKPOINT).write_bytes(damaged(checkpoint(tmp_path))[kind])
    with pytest.raises(ValueError, match=CHECKPOINT):
        next(train(tmp_path, REPORT, 3))


@pytest.mark.parametrize("part", ["pairs", "mean", "random", "done"])
def test_a_checkpoint_without_one_of_its_parts_is_named(tmp_path: Path, part: str) -> None:
    checkpoint(tmp_path, **{part: None})
    with pytest.raises(ValueError, match=part):
        next(train(tmp_path, REPORT, 3))


def test_a_checkpoint_of_other_features_is_named(tmp_path: Path) -> None:
    checkpoint(tmp_path, pairs=np.zeros(PAIRS - 1, np.float32))
    with pytest.raises(ValueError, match=CHECKPOINT):
        next(train(tmp_path, REPORT, 3))


def test_the_command_reports_a_damaged_checkpoint_in_one_line(tmp_path: Path) -> None:
    (tmp_path / CHECKPOINT).write_bytes(b"PK\x03\x04 was a checkpoint")
    done = command("train", "geister-policy", "--folder", str(tmp_path), "--headless")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"referee: geister-policy: {tmp_path / CHECKPOINT}: ")
