import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createCity } from '../city/service.ts';
import { Mcp } from '../mcp/mcp.ts';
import type { Payments } from '../payments/payments.ts';
import type { Reader } from '../platform/db/database.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { documentRoutes } from '../platform/http/documents/routes.ts';
import { createServer, type Service } from '../platform/http/server.ts';
import type { Log } from '../platform/log.ts';
import type { Kind } from '../platform/scheduler/kind.ts';
import { Scheduler } from '../platform/scheduler/scheduler.ts';
import { createUtility } from '../utility/service.ts';
import { Web } from '../web/web.ts';
import { auditAndTell, chores } from './maintenance.ts';
import { type Ground, type GroundOptions, layGround, type Urls } from './runtime.ts';
import { type Config, rpcOf, videoSettings } from './settings.ts';

/** How long requests in flight, and tasks at work, may take to finish once a stop was asked for. */
const drainMs = 4_000;
const windUpMs = 2_000;

export interface Kith {
  readonly urls: Urls;
  /** Where the services are reached on this machine, whatever their public addresses. */
  readonly listens: Readonly<Urls>;
  readonly dataDir: string | undefined;
  /** What is served, for whoever writes documents of it. */
  readonly services: readonly Served[];
  stop(): Promise<void>;
}

interface Served {
  readonly service: Service;
  readonly about: About;
}

/** Composes the parts the configuration asks for, starts them from the ground up, and stops them top down. */
export async function startKith(config: Config, options: GroundOptions): Promise<Kith> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(stops, options.log);
    return stopping;
  };
  const onStop = (each: () => Promise<unknown>) => void stops.push(each);
  try {
    const ground = await layGround(config, options, onStop);
    const payments = await openPaymentsIf(config, ground);
    onStop(async () => payments?.stop());
    const city = createCity({ ...ground, payments, adminToken: config.adminToken });
    onStop(() => city.stop());
    const utility = createUtility({
      ...ground,
      payments,
      rpc: rpcOf(config),
      cityKeys: city.keys,
      cityCalls: city.calls,
      screen: city.screen,
      watchIntervalMs: config.watchIntervalS * 1_000,
      selftestIntervalMs: config.selftestIntervalS * 1_000,
      publicUrl: config.baseUrl,
      video: videoSettings(config),
    });
    onStop(() => utility.stop());
    const work = [...city.work, ...utility.work];
    if (config.roles.includes('worker')) await startWork(ground, work, onStop);

    const services: Served[] = [];
    const listens: Urls = { city: '', utility: '' };
    const apps: FastifyInstance[] = [];
    // Together: a stop waits for the slowest request once, not once a service.
    onStop(() => {
      city.quiet();
      return Promise.all(apps.map(drain));
    });
    for (const [name, port, part] of [
      ['city', config.cityPort, city],
      ['utility', config.utilityPort, utility],
    ] as const) {
      if (!config.roles.includes(name)) continue;
      const mcp: Mcp = new Mcp({ ...ground, name, title: part.about.title, service: () => service });
      const service: Service = compose(name, part, ground, mcp);
      services.push({ service, about: part.about });
      const app = await createServer(service, { ...ground, trustProxy: config.trustProxy });
      apps.push(app);
      mcp.servedBy(app);
      // Apart: with a public address set, `||=` would not even evaluate a call on its right.
      listens[name] = await app.listen({ host: config.host, port });
      ground.urls[name] ||= listens[name];
    }
    const dataDir = config.databaseUrl ? undefined : path.resolve(config.dataDir);
    return { urls: ground.urls, listens, services, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Loaded only where it is set: the packages that speak to Solana are a good part of a start. */
async function openPaymentsIf(config: Config, ground: Ground): Promise<Payments | undefined> {
  const { payeeWallet: payee, facilitatorUrl, solanaRpc: rpcUrl } = config;
  if (!payee || !facilitatorUrl) return undefined;
  const { openPayments } = await import('../payments/open.ts');
  return openPayments({ ...ground, payee, facilitatorUrl, rpcUrl });
}

/** A service is what its areas serve and the documents that describe it, themselves included. */
function compose(
  name: 'city' | 'utility',
  part: ServicePart,
  { urls, metrics, read }: Ground,
  mcp: Mcp,
): Service {
  const whole = () => service;
  const service: Service = {
    name,
    get baseUrl() {
      return urls[name];
    },
    authenticators: part.authenticators,
    pages: new Web(name, part.about, urls),
    ...(part.screen && { screen: part.screen }),
    routes: [
      ...part.routes(whole),
      ...mcp.routes,
      ...documentRoutes({
        service: whole,
        about: part.about,
        metrics,
        databaseReached: () => reached(read),
      }),
    ],
  };
  return service;
}

interface ServicePart {
  readonly about: About;
  readonly authenticators: Service['authenticators'];
  readonly screen?: Service['screen'];
  routes(service: () => Service): Service['routes'];
}

async function startWork(
  ground: Ground,
  work: readonly Kind[],
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<void> {
  const scheduler = new Scheduler({ ...ground, kinds: [...chores(ground), ...work] });
  await scheduler.start();
  onStop(() => scheduler.stop(windUpMs));
  // Not awaited: the books are looked at beside the first requests, not before them.
  void auditAndTell(ground).catch(ground.onError);
}

async function reached(read: Reader): Promise<boolean> {
  return sql`SELECT 1`.execute(read).then(
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
