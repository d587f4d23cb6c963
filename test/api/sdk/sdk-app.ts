import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { after, before } from 'node:test';
import { City } from '../../../packages/sdk/src/index.ts';
import { serveHttp } from '../../counterparts/servers.ts';
import { startApp, type TestApp } from '../../harness/app.ts';

export let app: TestApp;
export let ada: City;

/** An app for all tests of a file, with an agent in the lobby. Each file calls it, as several share this module. */
export function useSdkApp(): void {
  before(async () => {
    app = await startApp(undefined);
    const { api_key: key } = await new City({ url: app.kith.urls.city }).register({ screen_name: 'ada' });
    ada = new City({ url: app.kith.urls.city, key });
    await ada.rooms.join('lobby');
  });
  after(() => app.stop());
}

/** The city behind a proxy that applies `faultFor` to each call, before or after the city has seen it. */
export async function behind(
  t: Parameters<typeof serveHttp>[0],
  faultFor: (
    seen: number,
    request: IncomingMessage,
  ) => 'lose-before' | 'lose-after' | 'cut' | number | { status: number; after: string } | undefined,
) {
  const seen: { key: string | undefined; headers: IncomingMessage['headers'] }[] = [];
  const { port } = await serveHttp(t, (incoming: IncomingMessage, response: ServerResponse) => {
    const fault = faultFor(seen.length, incoming);
    seen.push({ key: incoming.headers['idempotency-key'] as string | undefined, headers: incoming.headers });
    if (fault === 'lose-before') return void incoming.socket.destroy();
    if (typeof fault === 'number' || (typeof fault === 'object' && fault)) {
      const { status, after } = typeof fault === 'number' ? { status: fault, after: '0' } : fault;
      response.writeHead(status, {
        'x-error-code': 'busy',
        'retry-after': after,
        'content-type': 'application/json',
      });
      return void response.end('{"error":"not now","hint":"later"}');
    }
    const outgoing = request(
      app.kith.urls.city + incoming.url,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (answer) => {
        // Killed in the middle of its response: the head and a part of the body have arrived.
        if (fault === 'cut') {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          return void answer.once('data', (chunk: Buffer) => {
            response.write(chunk.subarray(0, chunk.length >> 1), () => incoming.socket.destroy());
          });
        }
        if (fault === 'lose-after') return void answer.resume().on('end', () => incoming.socket.destroy());
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    incoming.pipe(outgoing);
  });
  return { url: `http://127.0.0.1:${port}`, seen };
}
