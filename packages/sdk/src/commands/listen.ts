import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { KithError } from '../kith-error.ts';
import { verifyWebhook } from '../webhook.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { exitCodes, WrongUsage } from './exit-code.ts';
import { optionalNumber } from './numbers.ts';
import { terminalLine } from './terminal-text.ts';
import { StoredWebhookSecrets } from './webhook-secrets.ts';

const maxBytes = 1_000_000;

export const listen: ClientCommand = {
  usage: 'listen',
  does: 'receive webhooks on this machine, verify their signatures and print them, until Ctrl-C',
  args: [0, 0],
  options: { port: { type: 'string', default: '4040' }, count: { type: 'string' } },
  help: [
    '--port N       4040 is the default; 0 is any free one',
    '--count N      stop after N webhooks',
    '',
    'Verified with the secrets that kith watch add keeps, and with KITH_WEBHOOK_SECRET.',
    'A server calls a private address only if KITH_OUTBOUND_ALLOW contains it: KITH_OUTBOUND_ALLOW=127.0.0.1/32 npm start',
  ],
  example: 'kith listen --port 4040',
  async run(invocation) {
    const { options, signal, note } = invocation;
    const port = optionalNumber(options.port, '--port') ?? 0;
    const count = optionalNumber(options.count, '--count');
    if (port > 65_535 || count === 0) throw new WrongUsage('--port is at most 65535, and --count at least 1');
    const receiver = new Receiver(invocation);
    const server = createServer((request, response) => {
      receiver
        .receive(request, response)
        .then(() => void (receiver.received === count && server.emit('enough')))
        .catch(() => response.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening', { signal }).catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is in use' : `cannot be used (${error.code})`;
      throw new WrongUsage(`port ${port} ${why}; name another with --port N`);
    });
    const address = server.address();
    const bound = typeof address === 'object' ? address?.port : port;
    note(`Listening on http://127.0.0.1:${bound}/; use it as --notify of kith watch add.`);
    try {
      await once(server, 'enough', { signal });
    } finally {
      server.close();
      server.closeAllConnections();
    }
    return exitCodes.done;
  },
};

/** Responds like a webhook receiver: 204 if it is genuine, 401 if it is not. */
class Receiver {
  received = 0;
  readonly #seen = new Set<string>();
  readonly #invocation: Invocation;

  constructor(invocation: Invocation) {
    this.#invocation = invocation;
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { note, print, connection, env } = this.#invocation;
    if (request.method !== 'POST') return reply(response, 405);
    const body = await readBody(request);
    if (body === undefined) return reply(response, 413);
    // Read for each webhook, because a watch may be added while this runs.
    const storedSecrets = new StoredWebhookSecrets(connection.defaultKeyFile).all();
    const secret = [...(env.KITH_WEBHOOK_SECRET ? [env.KITH_WEBHOOK_SECRET] : []), ...storedSecrets];
    try {
      const event = await verifyWebhook({ secret, headers: request.headers, body });
      const isRepeat = this.#seen.has(event.id);
      this.#seen.add(event.id);
      // A new receiver consents by echoing a challenge.
      const { challenge } = event.type === 'hook.challenge' ? event.data : {};
      await (challenge === undefined ? reply(response, 204) : reply(response, 200, String(challenge)));
      if (isRepeat) return note(`${event.id} again: a repeat`);
      this.received++;
      const summary = String(event.data.summary ?? '');
      print(event, () =>
        terminalLine(`${event.timestamp}  ${event.type}  ${String(event.data.target ?? '')}  ${summary}`),
      );
    } catch (error) {
      const reason =
        error instanceof KithError || error instanceof TypeError ? error.message : 'its body is not JSON';
      note(terminalLine(`refused a webhook: ${reason}`));
      await reply(response, 401);
    }
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Resolves once the response is sent, so that the last one is not lost when the command ends. */
async function reply(response: ServerResponse, status: number, text?: string): Promise<void> {
  response.writeHead(status, { connection: 'close' });
  response.end(text);
  await once(response, 'close');
}
