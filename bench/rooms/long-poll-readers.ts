/** Readers that follow a room by long poll, each on one kept-alive socket. They read only the end of a response. */
import net from 'node:net';
import { HttpConnection } from '../http-connection.ts';
import { rawRequest } from '../load.ts';
import { type ConnectRequest, type RoomReaders, serveReaders } from './reader-process.ts';
import type { Tally } from './tally.ts';

const openAtOnce = 200;
const wait_s = 25;
/** Long polls are limited per network, so the readers use several. */
const readersPerNetwork = 200;
const ending = /"next_since_id":(\d+)\}$/;
const endingBytes = 48;

class LongPollReaders implements RoomReaders {
  readonly readers: number;
  readonly senders: number;
  readonly #room: string;
  readonly #keys: readonly string[];
  readonly #senderKeys: readonly string[];
  readonly #connections: HttpConnection[] = [];
  readonly #free: HttpConnection[] = [];
  readonly #since: Float64Array;
  readonly #requests = new Map<string, Buffer>();
  #base = 0;
  #tally: Tally | undefined;

  constructor({ readers, room, keys = [], senders = [''] }: ConnectRequest) {
    this.readers = readers;
    this.#room = room;
    this.#keys = keys;
    this.#senderKeys = senders;
    this.senders = senders.length;
    this.#since = new Float64Array(readers);
  }

  async open({ host, port }: ConnectRequest): Promise<void> {
    const url = new URL(`http://${host}:${port}`);
    for (const _ of this.#senderKeys) this.#connections.push(await HttpConnection.open(url));
    this.#free.push(...this.#connections);
    for (let from = 0; from < this.readers; from += openAtOnce) {
      const some = Array.from({ length: Math.min(openAtOnce, this.readers - from) }, (_, i) => from + i);
      await Promise.all(some.map((reader) => this.#openReader(reader, host, port)));
    }
  }

  begin(tally: Tally): void {
    this.#base = this.#since[0]!;
    this.#tally = tally;
  }

  async send(_n: number, body: string): Promise<void> {
    const connection = this.#free.pop()!;
    const key = this.#senderKeys[this.#connections.indexOf(connection)]!;
    const path = `/api/rooms/${this.#room}/messages`;
    const status = await connection.send(rawRequest('POST', path, { key, body: { body } }));
    if (status >= 300) throw new Error(connection.refused);
    this.#free.push(connection);
  }

  #openReader(reader: number, host: string, port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = net.connect(port, host, () => {
        socket.setNoDelay(true);
        this.#poll(socket, reader);
        resolve();
      });
      let tail = '';
      socket.on('data', (chunk) => {
        tail = (tail + chunk.toString('latin1', Math.max(0, chunk.length - endingBytes))).slice(-endingBytes);
        const found = ending.exec(tail);
        if (!found) return;
        tail = '';
        const since = Number(found[1]);
        // Message ids have no gaps, because only one room gets messages.
        if (since > this.#since[reader]!) this.#tally?.arrived(reader, since - this.#base, performance.now());
        this.#since[reader] = since;
        this.#poll(socket, reader);
      });
      socket.on('error', reject);
      socket.on('close', () => process.exit(1));
    });
  }

  #poll(socket: net.Socket, reader: number): void {
    const key = this.#keys.length > 0 ? this.#keys[reader % this.#keys.length]! : '';
    const since = this.#since[reader]!;
    const network = Math.floor(reader / readersPerNetwork);
    const name = `${since} ${network} ${key}`;
    let request = this.#requests.get(name);
    if (!request) {
      if (this.#requests.size > 20_000) this.#requests.clear();
      const path = `/api/rooms/${this.#room}/messages?since_id=${since}&wait=${wait_s}`;
      const headers = { 'x-forwarded-for': `10.0.${network >> 8}.${network & 255}` };
      request = Buffer.from(rawRequest('GET', path, { headers, ...(key && { key }) }));
      this.#requests.set(name, request);
    }
    socket.write(request);
  }
}

serveReaders(async (question) => {
  const roomReaders = new LongPollReaders(question);
  await roomReaders.open(question);
  return roomReaders;
});
