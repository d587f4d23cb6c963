"""Passes the frames of two network devices to each other, each after the given milliseconds."""
import collections
import select
import socket
import sys
import time

PACKET_VNET_HDR = 15  # Keeps checksums and segments that the kernel leaves to the device.
SOL_PACKET, ETH_P_ALL, MOST_BYTES = 263, 3, 70_000


def open_device(name):
    device = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    device.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    device.bind((name, 0))
    return device


delay = float(sys.argv[1]) / 1_000
one, other = map(open_device, sys.argv[2:4])
opposite = {one: other, other: one}
waiting = collections.deque()
while True:
    left = max(0, waiting[0][0] - time.monotonic()) if waiting else None
    for device in select.select([one, other], [], [], left)[0]:
        frame, (_, _, kind, *_) = device.recvfrom(MOST_BYTES)
        if kind != socket.PACKET_OUTGOING:
            waiting.append((time.monotonic() + delay, opposite[device], frame))
    while waiting and waiting[0][0] <= time.monotonic():
        _, device, frame = waiting.popleft()
        try:
            device.send(frame)
        except OSError:
            pass  # As on a full line, the frame is lost.
