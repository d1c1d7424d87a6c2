"""An event played on paper: which games it will have, how many and in what order, before anybody plays."""

from collections.abc import Callable, Sequence

from ladder.formats.base import Format, Pairing
from ladder.result import Result

Outcome = Callable[
    [Pairing, int], Result
]  # invents the result of a game; the number is its place in the record


def rehearse(
    event: Format,
    outcome: Outcome,
    results: Sequence[Result] = (),
    tables: int = 1,
    until: int | None = None,
    ends: Callable[[int], int] = lambda running: 0,
) -> list[Result]:
    """The record after the event, or once `until` results are in it; it goes on from `results`.

    `tables` games run at once, the same player at several if need be; `ends` picks the one that ends next.
    """
    record, running = list(results), list[Pairing]()
    while until is None or len(record) < until:
        while len(running) < tables and (pairing := event.next(record, running, event.players)):
            running.append(pairing)
        if not running:
            break
        record.append(outcome(running.pop(ends(len(running))), len(record)))
    return record
