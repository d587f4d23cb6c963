import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import type { TestDatabase } from './database.ts';

/**
 * A connection pooler in transaction mode that behaves like PgBouncer 1.18: it refuses session parameters at
 * start, lends a server connection for one transaction, does not support prepared statements, and invents
 * process ids. It uses the next server connection every time, so that code that depends on a session fails at
 * once.
 */
export interface TestPooler {
  readonly url: string;
  close(): Promise<void>;
}

const allowed = new Set(['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone']);
const serverConnections = 3;

export async function startPooler(database: TestDatabase): Promise<TestPooler> {
  const sockets = new Set<Socket>();
  const idle: Backend[] = [];
  const waiting: ((backend: Backend) => void)[] = [];
  const release = (backend: Backend) => {
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const borrow = (): Promise<Backend> => {
    const backend = idle.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve));
  };
  for (let n = 0; n < serverConnections; n++) idle.push(await openBackend(database, sockets));
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serveClient(socket, borrow, release);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://${database.user}@127.0.0.1:${port}/${database.database}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Backend {
  readonly socket: Socket;
  /** Receives each message of the server. */
  onMessage: (message: Buffer) => void;
}

async function openBackend(database: TestDatabase, sockets: Set<Socket>): Promise<Backend> {
  const socket = connect(path.join(database.host, `.s.PGSQL.${database.port}`));
  sockets.add(socket);
  socket.on('error', () => {});
  const backend: Backend = { socket, onMessage: () => {} };
  const ready = new Promise<void>((resolve) => {
    backend.onMessage = (message) => message[0] === 0x5a && resolve();
  });
  splitMessages(socket, (message) => backend.onMessage(message));
  socket.write(startup({ user: database.user, database: database.database }));
  await ready;
  return backend;
}

function serveClient(
  socket: Socket,
  borrow: () => Promise<Backend>,
  release: (backend: Backend) => void,
): void {
  let backend: Backend | undefined;
  /** Number of queries and syncs without a response yet. */
  let open = 0;
  let work: Promise<void> = Promise.resolve();
  const forward = async (message: Buffer) => {
    if (!backend) {
      backend = await borrow();
      backend.onMessage = (answer) => {
        socket.write(answer);
        if (answer[0] !== 0x5a) return;
        open--;
        // Idle outside a transaction: the connection returns to the pool.
        if (open > 0 || answer[5] !== 0x49 || !backend) return;
        const used = backend;
        backend = undefined;
        used.onMessage = () => {};
        release(used);
      };
    }
    if (message[0] === 0x51 || message[0] === 0x53) open++;
    backend.socket.write(message);
  };
  let started = false;
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= (started ? 5 : 4)) {
      const length = started ? rest.readUInt32BE(1) + 1 : rest.readUInt32BE(0);
      if (rest.length < length) return;
      const message = Buffer.from(rest.subarray(0, length));
      rest = rest.subarray(length);
      if (!started) {
        started = true;
        const refused = parametersOf(message).find((name) => !allowed.has(name));
        if (refused) socket.end(errorMessage(`unsupported startup parameter: ${refused}`));
        else socket.write(startupResponse);
      } else if (message[0] === 0x58) socket.end();
      else work = work.then(() => forward(message));
    }
  });
}

function splitMessages(socket: Socket, onMessage: (message: Buffer) => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= rest.readUInt32BE(1) + 1) {
      const length = rest.readUInt32BE(1) + 1;
      const message = Buffer.from(rest.subarray(0, length));
      rest = rest.subarray(length);
      onMessage(message);
    }
  });
}

function startup(parameters: Record<string, string>): Buffer {
  const text = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = Buffer.from(`\0\x03\0\0${text.join('')}\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([length, body]);
}

const parametersOf = (message: Buffer): string[] =>
  message
    .subarray(8)
    .toString('utf8')
    .split('\0')
    .filter((name, n) => n % 2 === 0 && name !== '');

function typed(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const errorMessage = (message: string): Buffer =>
  typed('E', Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`, 'utf8'));

const startupResponse = Buffer.concat([
  typed('R', Buffer.from([0, 0, 0, 0])),
  typed('S', Buffer.from('server_version\x0016.0\0', 'latin1')),
  typed('K', Buffer.from([0x7f, 0xff, 0, 1, 0, 0, 0, 1])),
  typed('Z', Buffer.from('I')),
]);
