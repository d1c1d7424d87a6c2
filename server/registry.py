"""Names and their tokens: who may log in as whom. Decides, never waits."""

import hashlib
import re
import secrets
from collections.abc import Container
from dataclasses import dataclass
from itertools import count

from protocol.codec import ProtocolError
from protocol.messages import Refusal

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,31}")
_UNSAFE = re.compile(r"[^A-Za-z0-9_.-]+")
_STEM = 26  # characters of a guest's word; the rest is for a number
_TOKEN = re.compile(r"[!-~]{1,64}")


@dataclass(frozen=True, slots=True)
class Login:
    name: str
    token: str
    new: str | None  # the digest to keep, where the name was not known


class Registry:
    def __init__(self, digests: dict[str, str]) -> None:
        self._digests = digests  # of the token of every name that ever said hello
        self._guests: set[str] = set()  # names without a token

    def reserve(self, name: str) -> None:
        """No token opens this name from now on."""
        self._digests[name] = "-"

    def adopt(self, name: str, token: str) -> None:
        """This token opens the name from now on, whatever was known."""
        self._digests[name] = _digest(token)

    def guest(self, word: str, here: Container[str]) -> str:
        """A name for one without a token: its word made safe, with a number where that is another's."""
        stem = _UNSAFE.sub("_", word).strip("_.-")[:_STEM] or "guest"
        tries = (stem if number == 1 else f"{stem}-{number}" for number in count(1))
        name = next(name for name in tries if name not in here and self._is_free(name))
        self._guests.add(name)
        self.reserve(name)
        return name

    def login(self, name: str, token: str) -> Login:
        """Who comes by that name and token ("" for none): a new name gets one. Raises ProtocolError."""
        if not _NAME.fullmatch(name):
            rule = "1 to 32 of A-Z a-z 0-9 _ . - beginning with a letter or digit"
            raise ProtocolError(Refusal.NAME, f"a name is {rule}")
        if token and not _TOKEN.fullmatch(token):
            raise ProtocolError(Refusal.TOKEN, "a token is 1 to 64 printable ASCII characters")
        known = self._digests.get(name)
        if known is None:
            return self._register(name, token or secrets.token_hex(12))
        if known != _digest(token):
            wrong = "that is not the token of this name" if token else "this name is taken"
            raise ProtocolError(Refusal.TOKEN, f"{wrong}; say: hello {name} TOKEN")
        return Login(name, token, None)

    def _is_free(self, name: str) -> bool:
        return name in self._guests or name not in self._digests

    def _register(self, name: str, token: str) -> Login:
        self._digests[name] = _digest(token)
        return Login(name, token, self._digests[name])


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
