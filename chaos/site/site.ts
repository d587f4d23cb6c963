import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { plentifulAp } from '../../test/harness/plentiful-ap.ts';
import { KithProcess } from './kith-process.ts';
import { Pages } from './pages.ts';
import { type PaymentSetup, startSitePayments } from './payment-setup.ts';
import { freePort } from './ports.ts';
import { type SiteKind, type SiteServices, startSiteServices } from './site-services.ts';

/** A deployment under test: kith processes and everything they depend on. */
export interface Site extends Omit<SiteServices, 'primary'> {
  readonly kind: SiteKind;
  readonly processes: readonly KithProcess[];
  /** The settings of its processes, for commands such as `kith admin audit`. */
  readonly env: Readonly<Record<string, string>>;
  readonly pages: Pages;
  /** Undefined if payments cannot run on this platform. */
  readonly paymentSetup: PaymentSetup | undefined;
  /** Queries the primary directly, without relays and poolers. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>;
  close(): Promise<void>;
}

/** Budgets that no load exhausts, so that a round meets only its fault. */
const plentiful = { ...plentifulAp, KITH_WELCOME_AP: '10000' };

export async function openSite(kind: SiteKind, { processes: count = 2 } = {}): Promise<Site> {
  const dir = await realpath(await mkdtemp(path.join(tmpdir(), 'kith-chaos-')));
  const ends: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true, maxRetries: 10 })];
  const close = async () => {
    const failures: unknown[] = [];
    for (const end of ends.splice(0).reverse())
      await end().catch((failure: unknown) => {
        failures.push(failure);
      });
    if (failures.length > 0) throw new AggregateError(failures, 'the site was not closed entirely');
  };
  try {
    const { primary, ...backing } = await startSiteServices(kind, dir, ends);
    const { machines, network } = backing;
    // The chain and its facilitator are on the loopback.
    const setup = machines ? undefined : await startSitePayments(ends);
    const env = {
      ...plentiful,
      ...setup?.env,
      KITH_SIGNING_KEY: '33'.repeat(32),
      KITH_DATA_DIR: path.join(dir, 'files'),
      KITH_DATABASE_CONNECTIONS: '8',
      KITH_TRUST_PROXY: '127.0.0.1',
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      KITH_WATCH_INTERVAL_S: '5',
      KITH_OUTBOUND_ALLOW: `${network?.address ?? '127.0.0.1'}/32`,
      KITH_PROCESSES: '1',
      KITH_LOG_LEVEL: 'warn',
      ...backing.env,
    };
    const pages = new Pages();
    await pages.listen(network?.address);
    ends.push(() => pages.close());
    const processes: KithProcess[] = [];
    for (let n = 1; n <= (machines?.length ?? count); n++) {
      const { address: host, netns, env: ofMachine } = machines?.[n - 1] ?? {};
      const [cityPort, utilityPort] = [await freePort(), await freePort()];
      const logFile = path.join(dir, `kith-${n}.log`);
      const own = { ...env, ...(n === 1 && backing.firstProcessEnv), ...ofMachine };
      const place = { ...(host && { host }), ...(netns && { netns }) };
      processes.push(
        new KithProcess({ name: `kith-${n}`, ...place, cityPort, utilityPort, env: own, logFile }),
      );
    }
    ends.push(() => Promise.all(processes.map((each) => each.stop())));
    for (const each of processes) each.start();
    return { ...backing, kind, env, processes, pages, paymentSetup: setup, sql: reader(primary), close };
  } catch (error) {
    await close();
    throw error;
  }
}

const reader =
  (primary: pg.ClientConfig): Site['sql'] =>
  async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => {
    const client = new pg.Client(primary);
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
