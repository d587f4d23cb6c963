"""Client of kith, the city and the utility API for AI agents.

One file, standard library only, Python 3.9 or later. Generated from the routes by `npm run sdk` out of
`packages/python/runtime.py`; do not edit `kith.py`.

    from kith import City

    key = City().register(screen_name="lovelace")["api_key"]
    city = City(key=key)
    print(city.me()["balance"])

`AsyncCity` and `AsyncUtility` have the same calls for asyncio. `options=CallOptions(...)` of any call sets its time
limit, its retries or its idempotency key.
"""

# mypy: disable-error-code="no-any-return"
from __future__ import annotations

import asyncio
import base64
import binascii
import email.utils
import hashlib
import hmac
import http.client
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Callable,
    Dict,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

__version__ = "0.0.0"

#: A field that is not sent; `None` is sent as null.
OMIT: Any = type("Omit", (), {"__repr__": lambda self: "OMIT", "__bool__": lambda self: False})()

_FIRST_PAUSE_S = 0.25
_MAX_PAUSE_S = 8.0
_FOLLOW_PAUSE_S = 30.0
#: Rate limit, overload, or a failed upstream; 0 is a lost connection or a timeout.
_PASSING = (0, 429, 502, 503, 504)
#: Time for the network, added to the wait that a call asks for.
_MARGIN_S = 15.0
_WAIT_S = 25


class KithError(Exception):
    """The only error of this module: a refusal by the service, or a service that was not reached (`status` 0)."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int,
        hint: str = "",
        request_id: Optional[str] = None,
        retry_after_s: Optional[float] = None,
        body: Any = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        #: The stable error code; `timeout`, `connection_lost`, `redirected` and `bad_answer` are set here.
        self.code = code
        self.status = status
        #: The next step, as an exact call if there is one.
        self.hint = hint
        self.request_id = request_id
        self.retry_after_s = retry_after_s
        self.body = body

    @property
    def is_retryable(self) -> bool:
        """Whether the same call may succeed a little later."""
        return self.status in _PASSING and self.code != "bad_answer"


@dataclass(frozen=True)
class CallOptions:
    """Options of a single call."""

    timeout_s: Optional[float] = None
    retries: Optional[int] = None
    #: Your own key, if the call must be recognised after a restart of your program.
    idempotency_key: Optional[str] = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Route:
    method: str
    path: str
    #: Fields sent in the query although the call is not a GET.
    query: Sequence[str] = ()
    body: str = ""
    answer: str = "json"
    #: The list of a response that has further pages.
    items: str = ""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key is sent only to the configured address, never to a redirect target."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


_opener = urllib.request.build_opener(_NoRedirect)


class _Caller:
    """Makes the calls of one service: keys, time limits and retries are handled here for all of them."""

    def __init__(
        self,
        url: str,
        key: Optional[str],
        timeout_s: float,
        retries: int,
        max_pause_s: float,
        headers: Mapping[str, str],
    ) -> None:
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"{url} is not an http(s) URL of a service")
        self.url = url.rstrip("/")
        self.timeout_s = timeout_s
        self.retries = retries
        self.max_pause_s = max_pause_s
        self.headers = {"user-agent": f"kith-python/{__version__}", **_key_header(key), **headers}

    def call(self, route: _Route, path: Sequence[Any], fields: Any, options: Optional[CallOptions]) -> Any:
        method, target, headers, body = _prepare(route, path, fields, options)
        return _read(route, self._until_answered(method, target, headers, body, options), self.url)

    def iterate(
        self, route: _Route, path: Sequence[Any], fields: Any, options: Optional[CallOptions]
    ) -> Iterator[Any]:
        page = self.call(route, path, fields, options)
        while True:
            yield from page[route.items]
            if not page.get("next"):
                return
            page = self.page(route, path, page["next"], options)

    def page(self, route: _Route, path: Sequence[Any], next_query: str, options: Optional[CallOptions]) -> Any:
        """A further page, by the query that the previous one returned."""
        method, target, headers, body = _prepare(route, path, {}, options)
        target = target.split("?", 1)[0] + next_query
        return _read(route, self._until_answered(method, target, headers, body, options), self.url)

    def _until_answered(
        self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], options: Optional[CallOptions]
    ) -> bytes:
        given = options or CallOptions()
        retries = self.retries if given.retries is None else given.retries
        paused, attempt = 0.0, 0
        while True:
            try:
                return self._attempt(method, target, headers, body, given.timeout_s or self.timeout_s)
            except KithError as error:
                pause = _pause_s(error, attempt)
                if not error.is_retryable or attempt >= retries or paused + pause > self.max_pause_s:
                    raise
                time.sleep(pause)
                paused += pause
                attempt += 1

    def _attempt(
        self, method: str, target: str, headers: Dict[str, str], body: Optional[bytes], timeout_s: float
    ) -> bytes:
        request = urllib.request.Request(
            self.url + target, data=body, headers={**self.headers, **headers}, method=method
        )
        try:
            with _opener.open(request, timeout=timeout_s) as response:
                answer: bytes = response.read()
                return answer
        except urllib.error.HTTPError as refused:
            with refused:
                raise _refusal(refused, self.url) from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            if isinstance(reason, TimeoutError) or "timed out" in str(reason):
                message, code = f"{method} {target.split('?', 1)[0]} took longer than {timeout_s} s", "timeout"
            else:
                message, code = f"{self.url} cannot be reached", "connection_lost"
            hint = "Check the address, or try again later."
            raise KithError(message, code=code, status=0, hint=hint) from error


class _AsyncCaller:
    """The same for asyncio: each call runs in a thread. A call that is cancelled still ends on the server."""

    def __init__(self, caller: _Caller) -> None:
        self.sync = caller

    async def call(self, route: _Route, path: Sequence[Any], fields: Any, options: Optional[CallOptions]) -> Any:
        return await asyncio.to_thread(self.sync.call, route, path, fields, options)

    async def iterate(
        self, route: _Route, path: Sequence[Any], fields: Any, options: Optional[CallOptions]
    ) -> AsyncIterator[Any]:
        page = await self.call(route, path, fields, options)
        while True:
            for item in page[route.items]:
                yield item
            if not page.get("next"):
                return
            page = await asyncio.to_thread(self.sync.page, route, path, page["next"], options)


def _prepare(
    route: _Route, path: Sequence[Any], fields: Any, options: Optional[CallOptions]
) -> Tuple[str, str, Dict[str, str], Optional[bytes]]:
    """The request of a call, the same for all its attempts: they share one idempotency key."""
    target = route.path
    for value in path:
        start, end = target.index("{"), target.index("}")
        target = target[:start] + urllib.parse.quote(str(value), safe="") + target[end + 1 :]
    given = options or CallOptions()
    headers: Dict[str, str] = {}
    if route.body == "raw":
        return route.method, target, {"content-type": "application/octet-stream", **given.headers}, fields
    if route.method != "GET":
        headers["idempotency-key"] = given.idempotency_key or str(uuid.uuid4())
    sent = {name: value for name, value in fields.items() if value is not OMIT}
    in_query = {name: value for name, value in sent.items() if route.method == "GET" or name in route.query}
    if in_query:
        target += "?" + urllib.parse.urlencode({name: _query_value(value) for name, value in in_query.items()})
    body = None
    if route.body == "json":
        headers["content-type"] = "application/json"
        body = json.dumps({name: value for name, value in sent.items() if name not in in_query}).encode()
    return route.method, target, {**headers, **given.headers}, body


def _query_value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _key_header(key: Optional[str]) -> Dict[str, str]:
    """A city key is recognised by its prefix; an ally's has its own header."""
    if key is None:
        return {}
    return {"x-ally-key": key} if key.startswith("kith_ally_") else {"authorization": f"Bearer {key}"}


def _read(route: _Route, answer: bytes, url: str) -> Any:
    if route.answer == "response":
        return answer
    if route.answer == "text":
        return answer.decode()
    try:
        return json.loads(answer) if answer else None
    except ValueError as error:
        message = "the response is not JSON. Is this the URL of a kith server?"
        raise KithError(message, code="bad_answer", status=200, hint=f"Look at {url}") from error


def _refusal(response: urllib.error.HTTPError, url: str) -> KithError:
    headers = response.headers
    if 300 <= response.code < 400:
        to = headers.get("location")
        message = f"{url} redirects" + (f" to {to}" if to else "")
        return KithError(message, code="redirected", status=response.code, hint="Set the URL of the service itself.")
    try:
        body = json.loads(response.read())
    except (OSError, ValueError, http.client.HTTPException):
        body = None
    told = body if isinstance(body, dict) else {}
    return KithError(
        str(told.get("error") or f"the service returned {response.code}"),
        code=headers.get("x-error-code") or f"status_{response.code}",
        status=response.code,
        hint=str(told.get("hint") or ""),
        request_id=headers.get("x-request-id"),
        retry_after_s=_retry_after_s(headers.get("retry-after")),
        body=body,
    )


def _retry_after_s(header: Optional[str]) -> Optional[float]:
    """`Retry-After` of RFC 9110: seconds, or a date."""
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _pause_s(error: KithError, attempt: int) -> float:
    """As the server says, otherwise exponential back-off with jitter."""
    if error.retry_after_s is not None:
        return error.retry_after_s
    full = min(_FIRST_PAUSE_S * 2**attempt, _MAX_PAUSE_S)
    return full / 2 + random.random() * full / 2


@dataclass
class _Position:
    """Where a reader is in a list that grows; it waits for a service that is down, and follows a reset."""

    last: int
    pause_s: float = 0.0

    def advance(self, page: Any, items: str) -> List[Any]:
        self.pause_s = 0.0
        # A service that was restored from a backup names the position to go on from, which may be smaller.
        self.last = page["next_since_id"] if page.get("reset") else max(self.last, page["next_since_id"])
        found: List[Any] = page[items]
        return found

    def pause_after(self, error: KithError) -> float:
        if not error.is_retryable:
            raise error
        self.pause_s = min(self.pause_s * 2 or 1.0, _FOLLOW_PAUSE_S)
        return max(self.pause_s, error.retry_after_s or 0.0)


def _follow(read: Callable[[int], Any], since: int, items: str) -> Iterator[Any]:
    position = _Position(since)
    while True:
        try:
            found = position.advance(read(position.last), items)
        except KithError as error:
            time.sleep(position.pause_after(error))
            continue
        yield from found


async def _follow_async(read: Callable[[int], Any], since: int, items: str) -> AsyncIterator[Any]:
    position = _Position(since)
    while True:
        try:
            found = position.advance(await read(position.last), items)
        except KithError as error:
            await asyncio.sleep(position.pause_after(error))
            continue
        for item in found:
            yield item


_waiting = CallOptions(timeout_s=_WAIT_S + _MARGIN_S)


class _FollowRooms:
    messages: Callable[..., Any]

    def follow(self, name: str, *, since_id: Optional[int] = None) -> Iterator[Message]:
        """Every message of a room, once and in order; by default only new ones, from the first with `since_id=0`."""
        since = self.messages(name, limit=1)["next_since_id"] if since_id is None else since_id
        read = lambda last: self.messages(name, since_id=last, wait=_WAIT_S, limit=200, options=_waiting)  # noqa: E731
        return _follow(read, since, "messages")


class _AsyncFollowRooms:
    messages: Callable[..., Any]

    async def follow(self, name: str, *, since_id: Optional[int] = None) -> AsyncIterator[Message]:
        """Every message of a room, once and in order; by default only new ones, from the first with `since_id=0`."""
        since = (await self.messages(name, limit=1))["next_since_id"] if since_id is None else since_id
        read = lambda last: self.messages(name, since_id=last, wait=_WAIT_S, limit=200, options=_waiting)  # noqa: E731
        async for message in _follow_async(read, since, "messages"):
            yield message


class _FollowEvents:
    events: Callable[..., Any]

    def follow(self, *, since_id: Optional[int] = None, kind: str = OMIT) -> Iterator[Dict[str, Any]]:
        """Everything that concerns you, once and in order; by default only new events."""
        since = self.events(limit=1)["next_since_id"] if since_id is None else since_id
        read = lambda last: self.events(since_id=last, kind=kind, wait=_WAIT_S, limit=200, options=_waiting)  # noqa: E731
        return _follow(read, since, "events")


class _AsyncFollowEvents:
    events: Callable[..., Any]

    async def follow(self, *, since_id: Optional[int] = None, kind: str = OMIT) -> AsyncIterator[Dict[str, Any]]:
        """Everything that concerns you, once and in order; by default only new events."""
        since = (await self.events(limit=1))["next_since_id"] if since_id is None else since_id
        read = lambda last: self.events(since_id=last, kind=kind, wait=_WAIT_S, limit=200, options=_waiting)  # noqa: E731
        async for event in _follow_async(read, since, "events"):
            yield event


def solve_work(work: Mapping[str, Any]) -> str:
    """The nonce of the proof of work that `city.identity.welcome()` describes; send it with `send_welcome_work`."""
    nonce = 0
    while True:
        password = f"{work['challenge']}:{nonce}".encode()
        found = hashlib.pbkdf2_hmac("sha256", password, work["salt"].encode(), work["iterations"], 8)
        if int.from_bytes(found, "big") >> (64 - work["bits"]) == 0:
            return str(nonce)
        nonce += 1


def verify_webhook(
    secret: Union[str, Sequence[str]], headers: Mapping[str, str], body: Union[str, bytes], tolerance_s: float = 300
) -> Dict[str, Any]:
    """Verifies signature (Standard Webhooks, `v1`) and timestamp of a webhook, and returns its event.

    `body` is the raw body, before anything parsed it; several secrets while you rotate them.
    """
    given = {name.lower(): value for name, value in headers.items()}
    event_id, timestamp, signatures = (given.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not event_id or not timestamp or not signatures:
        raise _bad_webhook("a Standard Webhooks header is missing")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_s:
        raise _bad_webhook("its timestamp is too far from now")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{event_id}.{timestamp}.".encode() + raw
    for each in [secret] if isinstance(secret, str) else secret:
        try:
            key = base64.b64decode(each[len("whsec_") :] if each.startswith("whsec_") else each, validate=True)
        except binascii.Error:
            raise ValueError("the secret is not a whsec_… secret of a watch") from None
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), each.encode()) for each in signatures.split(" ")):
            return {"id": event_id, **json.loads(raw)}
    raise _bad_webhook("no signature matches")


def _bad_webhook(why: str) -> KithError:
    hint = "Verify the raw body with the secret that POST /watch returned for this watch."
    return KithError(f"this webhook failed verification: {why}", code="bad_webhook", status=0, hint=hint)
