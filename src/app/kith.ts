import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { HookSender } from '../city/events/hooks.ts';
import { hasAgents } from '../city/identity/find-agent.ts';
import { createCity } from '../city/service.ts';
import { checkpointTasks } from '../ledger/checkpoint-tasks.ts';
import { receiptTasks } from '../ledger/receipts/log.ts';
import { witnessTasks } from '../ledger/witness-tasks.ts';
import { Mcp } from '../mcp/mcp.ts';
import type { Payments } from '../payments/payments.ts';
import { HealthSampler } from '../platform/health/history.ts';
import { WriteProbe } from '../platform/health/write-probe.ts';
import type { About } from '../platform/http/documents/openapi.ts';
import { documentRoutes } from '../platform/http/documents/routes.ts';
import { requestSlots } from '../platform/http/endpoint.ts';
import { createServer, type Service } from '../platform/http/server.ts';
import { Turns } from '../platform/http/turns.ts';
import type { PathWords } from '../platform/http/unknown-path.ts';
import type { Log } from '../platform/log.ts';
import { createOutbound } from '../platform/outbound/outbound.ts';
import { shareMetrics } from '../platform/processes/shared-metrics.ts';
import { Scheduler } from '../platform/scheduler/scheduler.ts';
import type { TaskKind } from '../platform/scheduler/task-kind.ts';
import { platformRepairs } from '../platform/uptime/clock-repair.ts';
import { Uptime } from '../platform/uptime/uptime.ts';
import { createUtility } from '../utility/service.ts';
import { echoesChallenge } from '../utility/webhooks/challenge.ts';
import { deleteDeliveries, enqueue, readSendingState } from '../utility/webhooks/deliveries.ts';
import { WebhookSecrets } from '../utility/webhooks/signature.ts';
import { version } from '../version.ts';
import type { SignInKeys } from '../web/oauth/oauth-routes.ts';
import type { KeyOwner } from '../web/sessions/session-routes.ts';
import { WebSessions } from '../web/sessions/sessions.ts';
import { Web } from '../web/web.ts';
import { backupTasks } from './backup/backup-tasks.ts';
import { loadReleases } from './changelog.ts';
import { registerDomainMetrics } from './domain-metrics.ts';
import { auditAndLog, maintenanceTasks } from './maintenance.ts';
import { serveMetrics } from './metrics-server.ts';
import { createOperations } from './operations.ts';
import { blobsDir, createRuntime, type Runtime, type RuntimeOptions, type Urls } from './runtime.ts';
import { toMintPolicy } from './settings/economy.ts';
import { checkpointIntervalMs, cityRetention } from './settings/retention.ts';
import { toRpcUrls } from './settings/upstreams.ts';
import { videoSettings } from './settings/video.ts';
import type { Config } from './settings.ts';

/** How long requests in flight and running tasks may take to finish during shutdown. */
const drainMs = 4_000;
const taskGraceMs = 2_000;

export interface Kith {
  readonly urls: Urls;
  /** Local addresses of the services, regardless of their public URLs. */
  readonly listens: Readonly<Urls>;
  readonly dataDir: string | undefined;
  /** URL of the metrics, if they are served. */
  readonly metricsUrl: string | undefined;
  /** The running services, for generating documentation. */
  readonly services: readonly RunningService[];
  /** Whether anybody has registered yet. */
  hasAgents(): Promise<boolean>;
  stop(): Promise<void>;
}

interface RunningService {
  readonly service: Service;
  readonly about: About;
}

/** Composes the configured parts, starts them bottom up and stops them top down. */
export async function startKith(config: Config, options: RuntimeOptions): Promise<Kith> {
  const stops: (() => Promise<unknown>)[] = [];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopAll(stops, options.log);
    return stopping;
  };
  const onStop = (each: () => Promise<unknown>) => void stops.push(each);
  try {
    const runtime = await createRuntime(config, options, onStop);
    const writeProbe = new WriteProbe({
      transaction: runtime.transaction,
      dir: config.blobsUrl ? undefined : blobsDir(config),
    });
    const payments = await openPaymentsIf(config, runtime);
    onStop(async () => payments?.stop());
    const city = createCity({
      ...runtime,
      payments,
      adminToken: config.adminToken,
      witnesses: config.witnesses,
      mintPolicy: toMintPolicy(config),
      hookSender: createHookSender(runtime),
      operations: createOperations(config, runtime),
      retention: cityRetention(config),
      skills: {
        findCallFault: (call) => utility.skillCaller.findCallFault(call),
        call: (...call) => utility.skillCaller.call(...call),
      },
      documents: { run: (...task) => utility.documentTester.run(...task) },
    });
    onStop(() => city.stop());
    const utility = createUtility({
      ...runtime,
      payments,
      rpc: toRpcUrls(config),
      cityKeys: city.keys,
      cityCalls: city.calls,
      onReceiverGone: city.onReceiverGone,
      onGivenUp: city.onGivenUp,
      screen: city.screen,
      watchIntervalMs: config.watchIntervalS * 1_000,
      selftestIntervalMs: config.selftestIntervalS * 1_000,
      publicUrl: config.baseUrl,
      video: videoSettings(config),
    });
    onStop(() => utility.stop());
    const uptime = new Uptime({
      ...runtime,
      afterOutage: [...city.afterOutage, ...utility.afterOutage],
      repairs: [...platformRepairs, ...city.repairs, ...utility.repairs],
    });
    await uptime.start();
    onStop(() => uptime.stop());
    const work = [
      ...city.work,
      ...utility.work,
      ...checkpointTasks(runtime),
      ...receiptTasks(runtime),
      ...witnessTasksIf(config, runtime, onStop),
      ...backupTasks(config, runtime),
      ...(payments ? [await reconcileTaskOf(payments, runtime)] : []),
    ];
    if (config.roles.includes('worker'))
      await startScheduler(runtime, [...maintenanceTasks(runtime, config), ...work], (end) =>
        onStop(() => {
          options.onStep?.('Finishing background work');
          return end();
        }),
      );

    if (options.isChild) shareMetrics(runtime.metrics);
    registerDomainMetrics({
      ...runtime,
      takesBackups: config.backupTo !== undefined,
      witnesses: config.witnesses,
    });
    const { metricsAddress: address } = config;
    const metricsServer = options.isChild
      ? undefined
      : await serveMetrics(runtime.metrics, { address, log: runtime.log, writeProbe });
    onStop(async () => metricsServer?.close());
    const services: RunningService[] = [];
    const listens: Urls = { city: '', utility: '' };
    const apps: FastifyInstance[] = [];
    const shares = { slots: requestSlots(), turns: new Turns() };
    // In parallel, so that shutdown waits for the slowest request once, not once per service.
    onStop(() => {
      options.onStep?.('Finishing requests');
      city.endWaits();
      return Promise.all(apps.map(drain));
    });
    for (const [name, port, part] of [
      ['city', config.cityPort, city],
      ['utility', config.utilityPort, utility],
    ] as const) {
      if (!config.roles.includes(name)) continue;
      const mcp: Mcp = new Mcp({ ...runtime, name, title: part.about.title, service: () => service });
      const service: Service = compose(
        name,
        part,
        part.keys,
        city.signInKeys,
        {
          ...runtime,
          securityContact: config.securityContact,
          writeProbe,
        },
        mcp,
        () => services.map((each) => each.service).filter((each) => each !== service),
      );
      services.push({ service, about: part.about });
      const app = await createServer(service, {
        ...runtime,
        ...shares,
        trustProxy: config.trustProxy,
        ownUrls: () => Object.values(runtime.urls).filter(Boolean),
      });
      apps.push(app);
      mcp.attach(app);
      // Two statements: with a public URL set, `||=` would not evaluate a call on its right.
      listens[name] = await app.listen({ host: config.host, port });
      runtime.urls[name] ||= listens[name];
      const sampler = new HealthSampler(name, runtime);
      sampler.start();
      onStop(() => sampler.stop());
    }
    const dataDir = config.databaseUrl ? undefined : path.resolve(config.dataDir);
    return {
      urls: runtime.urls,
      listens,
      services,
      dataDir,
      metricsUrl: metricsServer?.url,
      hasAgents: () => hasAgents(runtime.read),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Webhooks of the city go through the sender of the utility API. */
function createHookSender(runtime: Runtime): HookSender {
  const secrets = new WebhookSecrets(runtime.serverKey);
  return {
    makeSecret: () => secrets.make(),
    challenge: (url, secret, signal) => echoesChallenge({ ...runtime, secrets }, { url, secret, signal }),
    enqueue: async (tx, message) => {
      await enqueue(tx, runtime, { ...message, changeId: null });
    },
    readState: readSendingState,
    deleteQueued: deleteDeliveries,
  };
}

/** Imported only when configured, as the task below: the Solana packages account for much of the start-up time. */
async function openPaymentsIf(config: Config, runtime: Runtime): Promise<Payments | undefined> {
  const { payeeWallet: payee, facilitatorUrl, solanaRpc: rpcUrl } = config;
  if (!payee || !facilitatorUrl) return undefined;
  const { openPayments } = await import('../payments/payments.ts');
  return openPayments({ ...runtime, payee, facilitatorUrl, rpcUrl });
}

async function reconcileTaskOf(payments: Payments, { transaction }: Runtime): Promise<TaskKind> {
  const { reconcileTask } = await import('../payments/reconciler.ts');
  return reconcileTask(payments, transaction);
}

function witnessTasksIf(
  config: Config,
  runtime: Runtime,
  onStop: (stop: () => Promise<unknown>) => void,
): TaskKind[] {
  const { witnesses } = config;
  if (witnesses.length === 0) return [];
  const outbound = createOutbound({
    dns: runtime.dns,
    userAgent: `kith/${version}`,
    upstreams: witnesses.map(({ url }) => url),
  });
  onStop(async () => outbound.close());
  return witnessTasks({ ...runtime, outbound, witnesses }, checkpointIntervalMs(config));
}

/** A service is its areas' routes plus the documents that describe them. */
function compose(
  name: 'city' | 'utility',
  part: ServicePart,
  keys: KeyOwners,
  signInKeys: SignInKeys,
  {
    securityContact,
    writeProbe,
    ...runtime
  }: Runtime & { securityContact: string | undefined; writeProbe: WriteProbe },
  mcp: Mcp,
  siblings: () => readonly Service[],
): Service {
  const { urls, clock } = runtime;
  const getService = () => service;
  const signIn = {
    sessions: new WebSessions(name, runtime),
    ownerOf: async (headers: Record<string, string>, network: string) =>
      keys.identify(headers, true, { network }),
    oauth: { ...runtime, signInKeys },
  };
  const service: Service = {
    name,
    get baseUrl() {
      return urls[name];
    },
    apiVersion: part.about.version,
    authenticators: part.authenticators,
    pages: new Web({ ...runtime, ...signIn, service: name, about: part.about }),
    ...(part.screen && { screen: part.screen }),
    pathWords: part.pathWords,
    siblings,
    routes: [
      ...part.routes(getService),
      ...mcp.routes,
      ...documentRoutes({
        service: getService,
        about: part.about,
        clock,
        securityContact,
        changelog: loadReleases,
        writeProbe,
      }),
    ],
  };
  return service;
}

/** Resolves the owner of a request's key. */
interface KeyOwners {
  identify(
    headers: Record<string, string>,
    fresh: boolean,
    from: { readonly network: string },
  ): Promise<KeyOwner | undefined> | KeyOwner | undefined;
}

interface ServicePart {
  readonly about: About;
  readonly authenticators: Service['authenticators'];
  readonly screen?: Service['screen'];
  readonly pathWords: PathWords;
  routes(service: () => Service): Service['routes'];
}

async function startScheduler(
  runtime: Runtime,
  kinds: readonly TaskKind[],
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<void> {
  const scheduler = new Scheduler({ ...runtime, kinds });
  await scheduler.start();
  onStop(() => scheduler.stop(taskGraceMs));
  // Not awaited: the audit runs alongside the first requests.
  void auditAndLog(runtime).catch(runtime.onError);
}

async function drain(app: FastifyInstance): Promise<void> {
  const closed = app.close();
  const timer = setTimeout(() => app.server.closeAllConnections(), drainMs);
  await closed.finally(() => clearTimeout(timer));
}

/** Stops in reverse start order; a part that fails to stop does not keep the others running. */
async function stopAll(stops: (() => Promise<unknown>)[], log: Log): Promise<void> {
  for (const stop of stops.reverse()) {
    await stop().catch((error: unknown) => log.error({ err: error }, 'a component did not stop cleanly'));
  }
}
