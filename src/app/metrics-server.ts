import { once } from 'node:events';
import { createServer } from 'node:http';
import { listeningPort } from '../platform/listening-port.ts';

interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

/** Serves `/metrics` on a separate address, which need not be public. */
export async function serveMetrics(
  metrics: MetricsText,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
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
