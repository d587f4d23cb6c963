import { once } from 'node:events';
import type { ListenAddress } from '../platform/config/parse.ts';
import { errorCode } from '../platform/error-fields.ts';
import { listeningPort } from '../platform/listening-port.ts';
import type { Log } from '../platform/log.ts';
import { createServer } from '../platform/node-http.ts';

const asText = { 'content-type': 'text/plain' };

interface MetricsText {
  readonly contentType: string;
  text(): Promise<string>;
}

interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

interface MetricsOptions {
  /** Undefined for the default. */
  readonly address: ListenAddress | 'none' | undefined;
  readonly log: Log;
  readonly writeProbe?: { check(): Promise<string | undefined> };
}

const defaultAddress: ListenAddress = { host: '127.0.0.1', port: 4022 };

/**
 * Serves `/metrics` and `/readyz` on an address of their own, which is not public; workers have no other. A second
 * server on the machine starts without metrics if only the default address is taken.
 */
export async function serveMetrics(
  metrics: MetricsText,
  { address, log, writeProbe }: MetricsOptions,
): Promise<MetricsServer | undefined> {
  if (address === 'none') return undefined;
  try {
    return await listen(metrics, address ?? defaultAddress, writeProbe);
  } catch (error) {
    if (address !== undefined || errorCode(error) !== 'EADDRINUSE') throw error;
    log.warn({ port: defaultAddress.port }, 'no /metrics: the port is in use; set KITH_METRICS_ADDRESS');
    return undefined;
  }
}

async function listen(
  metrics: MetricsText,
  { host, port }: ListenAddress,
  writeProbe: MetricsOptions['writeProbe'],
): Promise<MetricsServer> {
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
