import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createCity } from './city/service.ts';
import { Checkpoints } from './ledger/checkpoints.ts';
import { Sequencer } from './ledger/sequencer.ts';
import { createLedger } from './ledger/transfer.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/db/database.ts';
import { PostgresBus } from './platform/events/postgres-bus.ts';
import type { About } from './platform/http/documents/openapi.ts';
import { documentRoutes } from './platform/http/documents/routes.ts';
import { createServer, type Service } from './platform/http/server.ts';
import { keyFromDataDir, ServerKey } from './platform/keys/server-key.ts';
import type { Log } from './platform/log.ts';
import { Metrics } from './platform/metrics.ts';
import type { Config } from './settings.ts';
import { openStorage } from './storage.ts';
import { createUtility } from './utility/service.ts';

/** How long requests in flight may take to finish once a stop was asked for. */
const drainMs = 5_000;

export interface Kith {
  readonly urls: Urls;
  readonly dataDir: string | undefined;
  /** What is served, for whoever writes documents of it. */
  readonly services: readonly { service: Service; about: About }[];
  stop(): Promise<void>;
}

interface KithOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** The ground is gone (another process took the data over): whoever runs kith must end it. */
  readonly onLost?: (error: Error) => void;
}

/** Public addresses; with port 0 they are known only once the services listen. */
export interface Urls {
  city: string;
  utility: string;
}

/** Composes the parts the configuration asks for, starts them from the ground up, and stops them top down. */
export async function startKith(config: Config, { log, clock, onLost }: KithOptions): Promise<Kith> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(stops, log);
    return stopping;
  };
  try {
    const { database, close } = await openStorage(config, { log, onTakenOver: onLost });
    stops.push(close);
    const bus = await PostgresBus.open(database.connection, (error) => log.warn({ err: error }, 'event bus'));
    stops.push(() => bus.close());

    const serverKey = new ServerKey(config.signingKey ?? (await keyFromDataDir(config.dataDir)));
    const urls: Urls = { city: config.cityUrl ?? '', utility: config.baseUrl ?? '' };
    const metrics = new Metrics();
    const onError = (error: unknown) => log.error({ err: error }, 'background work failed');
    const sequencer = new Sequencer({
      transaction: database.transaction,
      clock,
      onError,
      onSealed: (entries) => bus.publish('ledger.sealed', entries.at(-1)?.seq ?? 0),
    });
    stops.push(() => sequencer.stop());
    if (config.roles.includes('worker')) sequencer.watch();
    const ledger = createLedger({ clock, onUnsealed: () => sequencer.sealSoon() });
    const checkpoints = new Checkpoints(database.read, serverKey);
    const shared = { ...database, bus, clock, urls, onError, ledger, sequencer, checkpoints };

    const city = createCity(shared);
    stops.push(() => city.stop());
    const utility = createUtility({ ...shared, cityKeys: city.keys });

    const serverParts = {
      transaction: database.transaction,
      clock,
      serverKey,
      log,
      metrics,
      trustProxy: config.trustProxy,
    };
    const documents = (service: () => Service, about: About) =>
      documentRoutes({ service, about, metrics, databaseReached: () => reached(database) });
    const services: { service: Service; about: About }[] = [];
    for (const [name, port, part] of [
      ['city', config.cityPort, city],
      ['utility', config.utilityPort, utility],
    ] as const) {
      if (!config.roles.includes(name)) continue;
      const service: Service = {
        name,
        get baseUrl() {
          return urls[name];
        },
        authenticators: part.authenticators,
        routes: [...part.routes(() => service), ...documents(() => service, part.about)],
      };
      services.push({ service, about: part.about });
      const app = await createServer(service, serverParts);
      stops.push(() => drain(app));
      const address = await app.listen({ host: config.host, port });
      urls[name] ||= address;
    }
    return { urls, services, dataDir: config.databaseUrl ? undefined : path.resolve(config.dataDir), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function reached(database: Database): Promise<boolean> {
  return sql`SELECT 1`.execute(database.read).then(
    () => true,
    () => false,
  );
}

async function drain(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await closed.finally(() => clearTimeout(timer));
}

/** Top down: what was started last stops first, and one that fails to stop does not keep the others. */
async function stopAll(stops: (() => Promise<unknown>)[], log: Log): Promise<void> {
  for (const stop of stops.reverse()) {
    await stop().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
  }
}
