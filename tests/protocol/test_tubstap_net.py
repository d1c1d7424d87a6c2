"""The client's clock in TUBSTAP's network protocol: one for all actions of a turn."""

from protocol.messages import Go, Play
from protocol.tubstap_net import TubstapClient
from tests.tubstap_peers import FIELD, TURNEND


def left(client: TubstapClient, now: float) -> int:
    """Milliseconds that the engine is given at a Genmove."""
    (go,) = client.heard("Genmove", now).messages
    assert isinstance(go, Go)
    return go.left


def test_a_turn_has_ten_seconds_less_what_its_round_trips_cost() -> None:
    client = TubstapClient("ours")
    for line in ("name", "opponent Bob", f"MAP {FIELD}", "Color 0"):
        client.heard(line, 100.0)
    assert left(client, 150.0) == 9800
    client.said(Play("0:1,1"))
    assert left(client, 154.0) == 5900
    client.said(Play("end"))
    client.heard(f"play {TURNEND}", 170.0)
    assert left(client, 171.0) == 9800
    client.said(Play("0:1,1"))
    assert left(client, 190.0) == 0
