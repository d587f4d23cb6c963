import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { CheckpointWitness, WitnessAnswer } from './add-checkpoint.ts';
import type { WitnessedHeads } from './heads.ts';

const maxBodyBytes = 65_536;
const requestMs = 10_000;

/** Submission at `/add-checkpoint`, monitoring at `/<sha256 of the origin>/checkpoint`; the key at `/`. */
export function witnessServer(deps: {
  witness: CheckpointWitness;
  heads: WitnessedHeads;
  vkey: string;
}): Server {
  const server = createServer(
    { requestTimeout: requestMs, headersTimeout: requestMs },
    (request, response) => {
      answer(request, deps)
        .catch((error: unknown): WitnessAnswer => {
          process.stderr.write(`kith witness: ${error instanceof Error ? error.stack : error}\n`);
          return { status: 500, body: 'this witness failed; nothing was cosigned\n' };
        })
        .then(({ status, type = 'text/plain; charset=utf-8', body }) => {
          response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
          response.end(body);
        });
    },
  );
  return server;
}

async function answer(
  request: IncomingMessage,
  { witness, heads, vkey }: { witness: CheckpointWitness; heads: WitnessedHeads; vkey: string },
): Promise<WitnessAnswer> {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (request.method === 'POST' && path.endsWith('/add-checkpoint')) {
    const body = await readBody(request);
    return body === undefined ? { status: 413, body: 'the request is too long\n' } : witness.add(body);
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return { status: 405, body: 'GET or POST\n' };
  if (path === '/') return { status: 200, body: `${vkey}\n` };
  const hash = /\/([0-9a-f]{64})\/checkpoint$/.exec(path)?.[1];
  const head = hash === undefined ? undefined : heads.ofHash(hash);
  return head ? { status: 200, body: head.note } : { status: 404, body: 'never cosigned\n' };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = request;
  for await (const chunk of received) {
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
