import { generateKeyPairSync } from 'node:crypto';
import { base58 } from '@scure/base';
import { createKeyPairSignerFromBytes, type KeyPairSigner } from '@solana/kit';
import { type Kith, startKith } from '../app/kith.ts';
import { type Config, readConfig } from '../app/settings.ts';
import { joinStorage } from '../app/storage.ts';
import { asRecord } from '../platform/decode.ts';
import { openEventBus } from '../platform/events/open.ts';
import { keyFromDataDir, ServerKey } from '../platform/keys/server-key.ts';
import type { Log } from '../platform/log.ts';
import { LocalFacilitator } from './chain/facilitator.ts';
import { LocalChain } from './chain/local-chain.ts';
import { ChainRpc } from './chain/rpc.ts';
import { type ClockMove, MovableClock, moveClock, targetTime } from './clock-move.ts';
import { DevConsole } from './dev-console.ts';
import type { DevDir } from './dev-dir.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const payerNames = ['payer-1', 'payer-2', 'payer-3'] as const;
const names = ['payee', 'fees', ...payerNames] as const;
/** Starting balance of each payer, in millionths of a USDC. */
const startingUnits = 100_000_000n;

interface Wallet {
  readonly name: string;
  /** Base58 of secret and public key, as wallets import it. */
  readonly secretKey: string;
  readonly signer: KeyPairSigner;
}

type Wallets = Readonly<Record<(typeof names)[number], Wallet>>;

/** The wallets of a dev dir, the same at every start. */
async function openWallets(dir: DevDir): Promise<Wallets> {
  const secretKeys = { ...dir.marker.wallets };
  for (const name of names) secretKeys[name] ??= newSecretKey();
  if (names.some((name) => !dir.marker.wallets[name])) await dir.update({ wallets: secretKeys });
  const wallets = await Promise.all(
    names.map(async (name) => {
      const secretKey = secretKeys[name] ?? '';
      return [
        name,
        { name, secretKey, signer: await createKeyPairSignerFromBytes(base58.decode(secretKey)) },
      ];
    }),
  );
  return Object.fromEntries(wallets) as Wallets;
}

function newSecretKey(): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return base58.encode(Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]));
}

/** Settings that lead to a real deployment, its money or its clients: kith dev never reads them. */
const ignored = [
  'DATABASE_URL',
  'KITH_DIRECT_URL',
  'KITH_DATA_DIR',
  'KITH_BLOBS_URL',
  'KITH_BACKUP_TO',
  'KITH_EVENTS_URL',
  'KITH_SIGNING_KEY',
  'KITH_PAYEE_WALLET',
  'KITH_FACILITATOR_URL',
  'KITH_RPC_SOLANA',
  'KITH_HOST',
  'KITH_ROLES',
  'KITH_BASE_URL',
  'KITH_CITY_URL',
  'KITH_TRUST_PROXY',
  'KITH_MIGRATE_AT_START',
];
/** A shell may be configured for the collector of real services, which must not receive spans of the demo. */
const ignoredPrefix = 'OTEL_';
const isIgnored = (name: string): boolean => ignored.includes(name) || name.startsWith(ignoredPrefix);

interface DevAddresses {
  readonly dataDir: string;
  readonly consoleUrl: string;
  readonly payee: string;
}

/** The caller's environment with the settings of `kith dev`, and the names of the settings it ignores. */
function devEnvironment(
  env: NodeJS.ProcessEnv,
  { dataDir, consoleUrl, payee }: DevAddresses,
): { env: NodeJS.ProcessEnv; ignoredSettings: string[] } {
  const keptSettings = Object.entries(env).filter(([name]) => !isIgnored(name));
  const ignoredSettings = Object.keys(env)
    .filter((name) => isIgnored(name) && env[name]?.trim())
    .toSorted();
  return {
    ignoredSettings,
    env: {
      KITH_LOG_LEVEL: 'warn',
      // A self-test calls the internet, and would run again for every interval that the clock is moved by.
      KITH_SELFTEST_INTERVAL_S: '0',
      KITH_VIDEO_SAMPLES: '0',
      ...Object.fromEntries(keptSettings),
      KITH_DATA_DIR: dataDir,
      KITH_HOST: '127.0.0.1',
      KITH_OUTBOUND_ALLOW: [env.KITH_OUTBOUND_ALLOW, '127.0.0.0/8', '::1/128'].filter(Boolean).join(','),
      KITH_PAYEE_WALLET: payee,
      KITH_FACILITATOR_URL: `${consoleUrl}/facilitator`,
      KITH_RPC_SOLANA: `${consoleUrl}/rpc`,
    },
  };
}

/** How often the clock is saved, for the next start to continue from. */
const saveClockMs = 5_000;

export interface DevKith {
  readonly kith: Kith;
  readonly consoleUrl: string;
  readonly clock: MovableClock;
  readonly payers: readonly Wallet[];
  readonly payee: string;
  readonly chain: LocalChain;
  /** Settings of the environment that `kith dev` ignores. */
  readonly ignoredSettings: readonly string[];
  stop(): Promise<void>;
}

interface Options {
  readonly dir: DevDir;
  readonly env: NodeJS.ProcessEnv;
  readonly port: number;
  readonly makeLog: (level: Config['logLevel']) => Log;
  readonly onWebhook: (line: string) => void;
}

/** Starts kith with its own chain, facilitator, webhook receiver and clock, all in this process. */
export async function startDevKith({ dir, env, port, makeLog, onWebhook }: Options): Promise<DevKith> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const clock = new MovableClock(dir.marker.now ? new Date(dir.marker.now) : undefined);
    const saveClock = () => dir.update({ now: clock.now().toISOString() });
    const server = new DevConsole(dir.marker.token);
    const consoleUrl = await server.listen(port);
    stops.push(() => server.close());

    const wallets = await openWallets(dir);
    const payers = payerNames.map((name) => wallets[name]);
    const chain = new LocalChain({ clock, file: dir.file('chain.jsonl') });
    for (const { signer } of payers) await chain.fund(signer.address, startingUnits);
    await chain.fund(wallets.payee.signer.address, 0n);
    chain.replay();
    const rpc = new ChainRpc(chain);
    server.on('/rpc', ({ body }) => ({ status: 200, json: rpc.answer(body) }));
    const facilitator = new LocalFacilitator(wallets.fees.signer, `${consoleUrl}/rpc`);
    server.on('/facilitator', async ({ path, body }) => {
      const json = await facilitator.answer(path, body);
      return json === undefined ? { status: 404 } : { status: 200, json };
    });

    const payee = wallets.payee.signer.address;
    const { env: own, ignoredSettings } = devEnvironment(env, { dataDir: dir.path, consoleUrl, payee });
    const config = readConfig(own);
    const log = makeLog(config.logLevel);
    const kith = await startKith(config, { log, clock, isDev: true });
    stops.push(() => kith.stop());
    await dir.update({ consoleUrl });
    const timer = setInterval(() => void saveClock().catch(() => {}), saveClockMs);
    stops.push(async () => {
      clearInterval(timer);
      await saveClock();
    });

    const { database, close } = await joinStorage(config, { log, isDev: true });
    stops.push(close);
    const bus = await openEventBus({ connection: database.connection }, () => {});
    stops.push(() => bus.close());
    const serverKey = new ServerKey(await keyFromDataDir(dir.path));
    const receiver = new WebhookReceiver({ database, serverKey, clock }, ({ body, verified, path }) => {
      const { type = 'webhook' } = asRecord(body);
      onWebhook(`${type} at /webhooks${path}${verified ? '' : ', NOT signed by this kith'}`);
    });
    server.on('/webhooks', async ({ method, path, headers, body }) => {
      if (method === 'GET') return { status: 200, json: { webhooks: receiver.list() } };
      if (method === 'DELETE') {
        receiver.clear();
        return { status: 204 };
      }
      return { status: await receiver.receive(path, headers, body) };
    });

    let page = 'A page to watch. POST text here to change it.';
    server.on('/page', ({ method, body }) => {
      if (method === 'POST') page = body;
      return { status: 200, html: renderPage(page) };
    });

    let moving: Promise<ClockMove> | undefined;
    server.on('/clock', async ({ method, isOwner, body }) => {
      if (method === 'GET') return { status: 200, json: { now: clock.now().toISOString() } };
      if (!isOwner) return { status: 401, json: { error: 'move the clock with kith dev clock' } };
      if (moving) return { status: 409, json: { error: 'the clock is already being moved' } };
      const to = targetTime(String(asRecord(JSON.parse(body)).to), clock.now());
      moving = moveClock({ database, bus, clock }, to).finally(() => {
        moving = undefined;
      });
      const json = await moving;
      await saveClock();
      return { status: 200, json };
    });
    return { kith, consoleUrl, clock, payers, payee, chain, ignoredSettings, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const renderPage = (text: string): string =>
  `<!doctype html><title>kith dev</title><main><p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p></main>`;
