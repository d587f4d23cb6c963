import path from 'node:path';
import { Checkpoints } from '../ledger/checkpoints.ts';
import { LogKeys } from '../ledger/log-keys.ts';
import { NewestEntries } from '../ledger/newest-entries.ts';
import { ReceiptIssuer } from '../ledger/receipts/issuer.ts';
import { RecomputedTree } from '../ledger/recomputed-tree.ts';
import { Sequencer, unsealedEntryTopic } from '../ledger/sequencer.ts';
import { createLedger, type Ledger } from '../ledger/transfer.ts';
import type { BlobStore } from '../platform/blobs/blob-store.ts';
import { openBlobStore, requireSharedBlobStore } from '../platform/blobs/open.ts';
import { Browser } from '../platform/chromium/browser.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { DatabaseClock } from '../platform/db/database-clock.ts';
import { dayMs } from '../platform/duration.ts';
import { messageOf } from '../platform/error-fields.ts';
import type { EventBus } from '../platform/events/bus.ts';
import { openEventBus } from '../platform/events/open.ts';
import type { Receipts } from '../platform/http/paid-responses.ts';
import { keyFromDataDir, ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import { Metrics } from '../platform/metrics.ts';
import { LanguageModel } from '../platform/model/language-model.ts';
import { OperatorProblem } from '../platform/operator-problem.ts';
import { browserLimits } from '../platform/outbound/admission.ts';
import { createDns, type Dns } from '../platform/outbound/dns.ts';
import { createOutbound, type Outbound } from '../platform/outbound/outbound.ts';
import { TaskQueue } from '../platform/scheduler/queue.ts';
import type { Tracer } from '../platform/tracing/open.ts';
import { version } from '../version.ts';
import { browserSettings } from './settings/browser.ts';
import { checkpointIntervalMs } from './settings/retention.ts';
import { toSampling } from './settings/tracing.ts';
import { type Config, operatorModel } from './settings.ts';
import { openStorage, type Storage, shareStorage } from './storage.ts';

/** Public URLs; with port 0 they are known only once the services listen. */
export interface Urls {
  city: string;
  utility: string;
}

/** Dependencies shared by both services. */
export interface Runtime extends Database {
  readonly log: Log;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Set only if traces are exported. */
  readonly tracer: Tracer | undefined;
  readonly urls: Urls;
  readonly serverKey: ServerKey;
  readonly bus: EventBus;
  readonly blobs: BlobStore;
  readonly dns: Dns;
  readonly outbound: Outbound;
  readonly browser: Browser;
  /** The operator's model, if one is configured. */
  readonly model: LanguageModel | undefined;
  readonly ledger: Ledger;
  readonly sequencer: Sequencer;
  readonly tasks: TaskQueue;
  readonly autoApprovalMs: number;
  readonly geoDir: string;
  readonly registries: { readonly viesUrl: string; readonly rdapBootstrapUrl: string };
  readonly checkpoints: Checkpoints;
  readonly recomputedTree: RecomputedTree;
  readonly newestEntries: NewestEntries;
  readonly receipts: Receipts;
  readonly onError: (error: unknown) => void;
}

export interface RuntimeOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** Another process took over the data directory: the caller must exit. */
  readonly onLost?: (error: Error) => void;
  /** Started by `kith dev`, in its own data directory. */
  readonly isDev?: boolean;
  /** One of several processes of one server: the parent owns the embedded database and the metrics port. */
  readonly isChild?: boolean;
  /** Told about each step of the start and the stop, for a person who waits. */
  readonly onStep?: (step: string) => void;
  /** Waits for the operator's database while it is down, until this is aborted. */
  readonly waitUntil?: AbortSignal;
  /** The storage, if it is being opened already. */
  readonly storage?: Promise<Storage> | undefined;
}

/** Where uploaded files are stored without an S3 store. */
export const blobsDir = ({ dataDir }: Pick<Config, 'dataDir'>): string => path.join(dataDir, 'blobs');

/** Opens everything from the database up. Each part that holds a resource registers its cleanup. */
export async function createRuntime(
  config: Config,
  { log, clock, onLost, onStep, waitUntil, storage, isDev = false, isChild = false }: RuntimeOptions,
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<Runtime> {
  const { database, close } = isChild
    ? await shareStorage(config, { log, waitUntil })
    : await (storage ??
        openStorage(config, { log, isDev, onStep, waitUntil, ...(onLost && { onTakenOver: onLost }) }));
  onStep?.('Starting the services');
  onStop(() => {
    onStep?.('Stopping the database');
    return close();
  });
  if (clock instanceof DatabaseClock) {
    const unfollow = await clock.follow(database.read);
    onStop(async () => unfollow());
  }
  const bus = await openEventBus({ url: config.eventsUrl, connection: database.connection }, (error) =>
    log.warn({ err: error }, 'event bus'),
  ).catch((error: unknown) => {
    if (!config.eventsUrl) throw error;
    const { host } = new URL(config.eventsUrl.split(',')[0] ?? '');
    throw new OperatorProblem(`NATS of KITH_EVENTS_URL cannot be reached at ${host}: ${messageOf(error)}`);
  });
  onStop(() => bus.close());
  const files = { url: config.blobsUrl, dir: blobsDir(config) };
  const blobs = await openBlobStore(files);
  onStop(() => blobs.close());
  if (config.databaseUrl) await requireSharedBlobStore(database.transaction, files);

  const urls: Urls = { city: config.cityUrl ?? '', utility: config.baseUrl ?? '' };
  const dns = createDns({ servers: config.dnsServers });
  const outbound = createOutbound({ dns, userAgent: `kith/${version}`, allow: config.outboundAllow });
  onStop(async () => {
    await outbound.close();
    dns.close();
  });
  const browser = createBrowser(config, dns);
  onStop(() => browser.stop());

  const tracer = await openTracingIf(config, { log, dns }, onStop);
  const access = operatorModel(config);

  const serverKey = new ServerKey(config.signingKey ?? (await keyFromDataDir(config.dataDir)));
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed');
  const sequencer = new Sequencer({
    transaction: database.transaction,
    clock,
    onError,
    onSealed: (entries) => bus.publish('ledger.sealed', entries.at(-1)?.seq ?? 0),
  });
  onStop(() => sequencer.stop());
  bus.subscribe(unsealedEntryTopic, () => sequencer.sealSoon());
  if (config.roles.includes('worker')) sequencer.watch();
  const keys = new LogKeys({ ...database, clock, serverKey });
  const checkpoints = new Checkpoints({
    ...database,
    clock,
    keys,
    intervalMs: checkpointIntervalMs(config),
    witnessed: config.witnesses.length > 0,
    onError,
  });
  // A signing key of another ledger aborts the start before anything is signed or served.
  await keys.origin;
  const recomputedTree = new RecomputedTree(database);
  onStop(() => recomputedTree.stop());
  const newestEntries = new NewestEntries(database.read);
  onStop(() => newestEntries.stop());

  return {
    ...database,
    log,
    clock,
    metrics: new Metrics(),
    tracer,
    urls,
    serverKey,
    bus,
    blobs,
    dns,
    outbound,
    browser,
    model: access && new LanguageModel(access, outbound),
    ledger: createLedger({ clock, onUnsealed: () => sequencer.sealSoon() }),
    sequencer,
    tasks: new TaskQueue({ bus, clock }),
    autoApprovalMs: config.silencePaysDays * dayMs,
    geoDir: path.resolve(config.geoDir),
    registries: { viesUrl: config.viesUrl, rdapBootstrapUrl: config.rdapBootstrapUrl },
    checkpoints,
    recomputedTree,
    newestEntries,
    receipts: new ReceiptIssuer({ ...database, clock, keys }),
    onError,
  };
}

/** Uses its own connection slots, so that rendered pages cannot block other outbound calls. */
function createBrowser(config: Config, dns: Dns): Browser {
  const userAgent = `kith/${version}`;
  const outbound = createOutbound({ dns, userAgent, allow: config.outboundAllow, limits: browserLimits });
  return new Browser({ outbound, userAgent, settings: browserSettings(config) });
}

/** Loaded only when a collector is configured. */
async function openTracingIf(
  config: Config,
  { log, dns }: { log: Log; dns: Dns },
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<Tracer | undefined> {
  if (!config.otlpEndpoint) return undefined;
  const { openTracing } = await import('../platform/tracing/open.ts');
  const { tracer, stop } = openTracing({
    endpoint: config.otlpEndpoint,
    headers: config.otlpHeaders,
    serviceName: config.otelServiceName,
    version,
    dns,
    sampling: toSampling(config),
    onDropped: (count, reason) => log.warn({ count, reason }, 'spans were not exported'),
  });
  onStop(stop);
  return tracer;
}
