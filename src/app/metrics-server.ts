import { once } from 'node:events';
import { createServer } from 'node:http';
import { listeningPort } from '../platform/listening-port.ts';

const asText = { 'content-type': 'text/plain' };

interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Serves `/metrics` and `/readyz` on a separate address, which need not be public: workers have no other. */
export async function serveMetrics(
  metrics: MetricsText,
  {
    host,
    port,
    writeProbe,
  }: {
    readonly host: string;
    readonly port: number;
    readonly writeProbe?: { check(): Promise<string | undefined> };
  },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/readyz' && writeProbe) {
      const failure = await writeProbe.check();
      response.writeHead(failure === undefined ? 200 : 503, asText).end(`${failure ?? 'ready'}\n`);
      return;
    }
    if (path !== '/metrics') {
      response.writeHead(404, asText).end('GET /metrics or /readyz\n');
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening');
  const actualPort = listeningPort(server);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
