import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

export interface NatsServer {
  /** Stays connected to its clients, and passes nothing on: as its part of a cluster that has lost the others. */
  isSplit: boolean;
  /** What it did not pass on. */
  readonly lost: string[];
  readonly port: number;
  /** Every open connection, the oldest first. */
  readonly sockets: readonly Socket[];
  /** The CONNECT options of each client. */
  readonly greetings: Record<string, unknown>[];
}

/**
 * The core of a NATS server: it sends INFO, answers PING, and forwards published messages to the subscribers of the
 * subject.
 */
export async function startNats(
  t: TestContext,
  { maxPayload = 1_048_576, mayListen = (_subject: string): boolean => true } = {},
): Promise<NatsServer> {
  const sockets: Socket[] = [];
  const greetings: Record<string, unknown>[] = [];
  const subscribers = new Map<Socket, Map<string, string>>();
  const publish = (subject: string, body: Buffer) => {
    for (const [socket, subjects] of subscribers)
      for (const [sid, each] of subjects)
        if (each === subject)
          socket.write(Buffer.concat([Buffer.from(`MSG ${subject} ${sid} ${body.length}\r\n`), body, crlf]));
  };
  const nats = {
    isSplit: false,
    lost: [] as string[],
    sockets,
    greetings,
  };
  const server = createServer((socket) => {
    sockets.push(socket);
    subscribers.set(socket, new Map());
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.splice(sockets.indexOf(socket), 1);
      subscribers.delete(socket);
    });
    const info = {
      server_id: 'counterpart',
      version: '2.10.0',
      proto: 1,
      headers: true,
      max_payload: maxPayload,
    };
    socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    let unread = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      for (;;) {
        const end = unread.indexOf(crlf);
        if (end < 0) return;
        const [verb = '', ...words] = unread.toString('utf8', 0, end).split(' ');
        let next = end + 2;
        if (verb === 'PUB') {
          const length = Number(words.at(-1));
          if (length > maxPayload) return socket.end("-ERR 'Maximum Payload Violation'\r\n");
          if (unread.length < next + length + 2) return;
          const body = Buffer.from(unread.subarray(next, next + length));
          if (nats.isSplit) nats.lost.push(String(body));
          else publish(words[0]!, body);
          next += length + 2;
        }
        unread = unread.subarray(next);
        if (verb === 'CONNECT') greetings.push(JSON.parse(words.join(' ')));
        if (verb === 'PING') socket.write('PONG\r\n');
        if (verb === 'SUB' && mayListen(words[0]!)) subscribers.get(socket)?.set(words.at(-1)!, words[0]!);
        if (verb === 'SUB' && !mayListen(words[0]!))
          socket.write(`-ERR 'Permissions Violation for Subscription to "${words[0]}"'\r\n`);
        if (verb === 'UNSUB') subscribers.get(socket)?.delete(words[0]!);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return Object.assign(nats, { port: (server.address() as { port: number }).port });
}

const crlf = Buffer.from('\r\n');
