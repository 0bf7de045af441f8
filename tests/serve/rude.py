"""Clients that `serve` must outlast: requests that can be read in two ways, clients that don't read,
read slowly, send slowly, hang up. Used by test_hostile.py and test_load.py."""
import random
import socket
import struct
import time

from served import BATCH, batch_of

BODY = b'{"from": [2, 2], "to": [97, 77]}'
TYPE = b"Content-Type: application/json"
LENGTH = b"Content-Length: %d" % len(BODY)
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY), BODY)
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
AS_MANY_AS_IT_TAKES = {"paths": 64, "stretch": 3, "dissimilarity": 0, "separation": 0}


def head(*lines, start=b"POST /indexes/rooms/paths HTTP/1.1"):
    return b"\r\n".join((start, b"Host: localhost") + lines) + b"\r\n\r\n"


# What is sent, and the status that it must be answered with.
RAW = [
    (200, head(TYPE, LENGTH) + BODY),
    (200, head(TYPE, b"Transfer-Encoding: chunked") + CHUNKED),
    (200, head(TYPE, b"Transfer-Encoding: Chunked") + CHUNKED),
    (200, head(TYPE, LENGTH, b"Content-Encoding: identity") + BODY),
    (200, HEALTH + b"\r\n"),
    (200, b"GET /healthz HTTP/1.0\r\n\r\n"),
    (200, b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n"),
    (200, b"GET /healthz?" + b"&".join(b"a%d=b" % i for i in range(90)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (400, b"GET /healthz HTTP/1.1\r\n\r\n"),
    (400, head(TYPE, LENGTH, b"Content-Length: 5") + BODY),
    (400, head(TYPE, LENGTH, LENGTH) + BODY),
    (400, head(TYPE, b"Content-Length: 5, 5") + BODY),
    (400, head(TYPE, b"Content-Length: +5") + BODY),
    (400, head(TYPE, b"Content-Length: 0x10") + BODY),
    (400, head(TYPE, LENGTH, b"Transfer-Encoding: chunked") + CHUNKED),
    (400, head(TYPE, b"Transfer-Encoding: chunked", start=b"POST /indexes/rooms/paths HTTP/1.0") + CHUNKED),
    (501, head(TYPE, b"Transfer-Encoding: xchunked") + CHUNKED),
    (501, head(TYPE, b"Transfer-Encoding: gzip, chunked") + CHUNKED),
    (501, head(TYPE, b"Transfer-Encoding: chunked", b"Transfer-Encoding: identity") + CHUNKED),
    (501, head(TYPE, b"Transfer-Encoding: identity") + BODY),
    (415, head(TYPE, LENGTH, b"Content-Encoding: gzip") + BODY),
    (415, head(TYPE, LENGTH, b"Content-Encoding: br") + BODY),
    (400, HEALTH + b"X-A: a\x01b\r\n\r\n"),
    (400, HEALTH + b"X-A: a\0b\r\n\r\n"),
    (400, HEALTH + b"X-A: a\0\r\n\r\n"),
    (400, HEALTH + b"X-A: \0\r\nX-B: c\r\n\r\n"),
    (400, HEALTH + b"X-A: a\0b\nX-B: c\n\n"),
    (400, HEALTH + b"X-A\0: a\r\n\r\n"),
    (400, HEALTH + b"\0\r\n\r\n"),
    (400, HEALTH + b"X-A: a\r\n\0X-B: b\r\n\r\n"),
    (400, head(TYPE, LENGTH + b"\0, 5") + BODY),
    (400, head(TYPE, b"Transfer-Encoding: chunked\0, gzip") + CHUNKED),
    (200, b"GET /healthz HTTP/1.1\nHost: localhost\nX-A: b\n\n"),
    (200, HEALTH + b"X-A: a  \r\nX-B: \r\nX-C:c\t\r\nCookie: a=b; c=d\r\n\r\n"),
    (400, HEALTH + b"X-A: a\r\n folded\r\n\r\n"),
    (400, HEALTH + b"X-A: a\r\n folded\r\nX-B: b\r\n\r\n"),
    (400, HEALTH + b"X-A: a\r\n folded\r\nX-B: b\r\n\tfolded\r\n\r\n"),
    (200, HEALTH + b"".join(b"X-%d: %s\r\n" % (i, b"a" * 100) for i in range(100)) + b"\r\n"),
    (414, b"GET /healthz?" + b"&".join(b"a%d=b" % i for i in range(500)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (414, b"GET /healthz?" + b"&".join(b"a" for i in range(3000)) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (414, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
    (414, b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"),
]


def slow_client(port, body, name=b"rooms", address="127.0.0.1"):
    """Asks for a large answer and doesn't read it."""
    s = socket.socket()
    s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.settimeout(20)
    s.bind((address, 0))
    s.connect(("127.0.0.1", port))
    s.sendall(b"POST /indexes/%s/paths HTTP/1.1\r\nHost: localhost\r\nContent-Type: %s\r\n"
              b"Content-Length: %d\r\n\r\n" % (name, BATCH.encode(), len(body)) + body)
    return s


def hang_up(s):
    """Closes a connection by a reset, whatever wasn't read."""
    s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    s.close()


def be_rude(port, name, ends, seconds):
    """Behaves badly in all of these ways, from an address of its own, until time is up. Returns how
    often in each."""
    rng, held, counts = random.Random(5), [], {}
    body = batch_of([ends[i % len(ends)] for i in range(1000)], **AS_MANY_AS_IT_TAKES)
    asks = head(TYPE, b"Content-Length: 1000", start=b"POST /indexes/%s/paths HTTP/1.1" % name)
    until = time.monotonic() + seconds

    def connect():
        s = socket.create_connection(("127.0.0.1", port), 20, ("127.0.0.2", 0))
        held.append(s)
        return s

    while time.monotonic() < until:
        how = rng.choices(["doesn't read", "reads slowly", "sends slowly", "hangs up", "odd request"],
                          [1, 8, 4, 4, 8])[0]
        counts[how] = counts.get(how, 0) + 1
        try:
            if how == "doesn't read":
                held.append(slow_client(port, body, name, "127.0.0.2"))
            elif how == "reads slowly" and held:
                s = rng.choice(held)
                s.settimeout(0.01)
                s.recv(512)
            elif how == "sends slowly":
                connect().sendall(asks[:rng.randrange(len(asks))])
                for s in held:
                    s.settimeout(0.01)
                    s.send(b"a")
            elif how == "hangs up":
                s = connect()
                s.sendall(asks + b"{" * rng.randrange(1000))
            else:
                connect().sendall(rng.choice(RAW)[1])
        except OSError:
            pass  # it was cut off
        if held and (how == "hangs up" or len(held) > 16):
            hang_up(held.pop(-1 if how == "hangs up" else 0))
        time.sleep(rng.uniform(0, 0.3))
    for s in held:
        hang_up(s)
    return counts
