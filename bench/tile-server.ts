import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { handleRequests } from './child.ts';

type TileQuestion = { readonly dir: string } | { readonly report: true };
export interface TileReport {
  readonly bytes: number;
  readonly requests: number;
  /** Files that were requested more than once. */
  readonly repeated: number;
}

const asked = new Map<string, number>();
let bytes = 0;

/** Serves compressed bundles from a directory like a CDN, and counts the bytes sent. */
async function answer(question: TileQuestion): Promise<number | TileReport> {
  if ('report' in question) {
    const counts = [...asked.values()];
    const report = {
      bytes,
      requests: counts.reduce((sum, count) => sum + count, 0),
      repeated: counts.filter((count) => count > 1).length,
    };
    asked.clear();
    bytes = 0;
    return report;
  }
  const server = createServer(async (request, response) => {
    const name = new URL(request.url ?? '', 'http://tiles').pathname;
    const body = await readFile(path.join(question.dir, `${name}.gz`)).catch(() => undefined);
    if (!body) return void response.writeHead(404).end();
    asked.set(name, (asked.get(name) ?? 0) + 1);
    bytes += body.length;
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

handleRequests(answer);
