import { availableParallelism, homedir } from 'node:os';
import path from 'node:path';
import { type MintPolicy, defaultPolicy as mint } from '../city/economy/policy.ts';
import { type WitnessAddress, witnessList } from '../ledger/witness-list.ts';
import {
  contactUri,
  count,
  countOrNone,
  httpUrl,
  httpUrls,
  key32,
  list,
  longToken,
  natsUrl,
  niceness,
  oneOf,
  port,
  postgresUrl,
  solanaAddress,
  someOf,
  text,
  usd,
  zeroOrOne,
} from '../platform/config/parse.ts';
import { BadSetting, readSettings, type Setting, type SettingValues } from '../platform/config/setting.ts';
import { logLevels } from '../platform/log.ts';
import { type ModelAccess, modelAccess, providers } from '../platform/model/access.ts';
import { type Network, parseNetwork } from '../platform/outbound/network.ts';
import { type Chain, chains } from '../utility/chains/chain.ts';
import type { RpcUrls } from '../utility/chains/chains.ts';
import type { VideoSettings } from '../utility/videos/videos.ts';

function setting<T>(
  env: string,
  parse: (raw: string) => T,
  fallback: T,
  what: string,
  more: Partial<Setting<T>> = {},
) {
  return { env, parse, fallback, what, ...more };
}
function optional<T>(
  env: string,
  parse: (raw: string) => T,
  what: string,
  more: Partial<Setting<T | undefined>> = {},
) {
  return setting<T | undefined>(env, parse, undefined, what, more);
}

function rpc(env: string, { name, publicNodes }: Chain) {
  const what = `JSON-RPC endpoints of ${name}, tried in turn: https://…,…`;
  return setting<readonly string[]>(env, httpUrls, publicNodes, what, { secret: true });
}

export const settings = {
  host: setting(
    'KITH_HOST',
    text,
    '127.0.0.1',
    'Address both services listen on; 0.0.0.0 for all interfaces.',
  ),
  utilityPort: setting(
    'KITH_UTILITY_PORT',
    port,
    4020,
    'Port of the utility API; 0 picks a free one and prints it.',
  ),
  cityPort: setting('KITH_CITY_PORT', port, 4021, 'Port of the city; 0 picks a free one and prints it.'),
  baseUrl: optional('KITH_BASE_URL', httpUrl, 'Public address of the utility API, used in links.', {
    fallbackText: 'from host and port',
  }),
  cityUrl: optional('KITH_CITY_URL', httpUrl, 'Public address of the city, used in links.', {
    fallbackText: 'from host and port',
  }),
  roles: setting(
    'KITH_ROLES',
    someOf('city', 'utility', 'worker'),
    ['city', 'utility', 'worker'],
    'Which parts this process runs: city, utility, worker.',
  ),
  dataDir: setting(
    'KITH_DATA_DIR',
    text,
    './data',
    'Directory of the embedded database, files and the signing key.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresUrl,
    'Connection string of an existing PostgreSQL, or of a pooler before it. Of several hosts (host:5432,host:5432) the primary is used.',
    { fallbackText: 'none: an embedded PostgreSQL in the data dir', secret: true },
  ),
  directUrl: optional(
    'KITH_DIRECT_URL',
    postgresUrl,
    'Connection string of PostgreSQL itself where DATABASE_URL is that of a pooler (PgBouncer): for LISTEN and migrations.',
    { fallbackText: 'DATABASE_URL', secret: true },
  ),
  migrateAtStart: setting(
    'KITH_MIGRATE_AT_START',
    zeroOrOne,
    true,
    '0: a start does not change the schema, it only checks it; run `kith migrate` first.',
  ),
  eventsUrl: optional(
    'KITH_EVENTS_URL',
    natsUrl,
    'nats://[user:password@]host[,host…][/name] (tls:// for TLS) for a large cluster: events between processes go by NATS.',
    { fallbackText: 'none: PostgreSQL LISTEN/NOTIFY', secret: true },
  ),
  blobsUrl: optional(
    'KITH_BLOBS_URL',
    text,
    's3://bucket/prefix?endpoint=…&region=… with the usual AWS settings.',
    {
      fallbackText: 'none: files in the data dir',
      secret: true,
    },
  ),
  signingKey: optional(
    'KITH_SIGNING_KEY',
    key32,
    'Secret of this deployment: 32 bytes in hexadecimal or base64. Required with DATABASE_URL, the same for all processes.',
    { fallbackText: 'made at first start and kept in the data dir', secret: true },
  ),
  adminToken: optional('KITH_ADMIN_TOKEN', longToken, "The operator's token, 32 characters or more.", {
    fallbackText: 'none: admin is off',
    secret: true,
  }),
  securityContact: optional(
    'KITH_SECURITY_CONTACT',
    contactUri,
    'Where security faults are reported privately, mailto:… or https://…; served in /.well-known/security.txt.',
    { fallbackText: 'none: there is no security.txt' },
  ),
  metricsPort: optional(
    'KITH_METRICS_PORT',
    port,
    'Port of /metrics at an address of its own, which both services then do not serve; 0 picks a free one.',
    { fallbackText: 'none: /metrics on both services' },
  ),
  metricsHost: setting(
    'KITH_METRICS_HOST',
    text,
    '127.0.0.1',
    'Address that /metrics of its own listens on.',
  ),
  trustProxy: optional('KITH_TRUST_PROXY', list, 'Addresses or networks whose x-forwarded-for is believed.', {
    fallbackText: 'none',
  }),
  dnsServers: optional('KITH_DNS_SERVERS', list, 'DNS servers for outbound look-ups: ip[:port],…', {
    fallbackText: "the system's",
  }),
  outboundAllow: setting(
    'KITH_OUTBOUND_ALLOW',
    (raw) => list(raw).map(parseNetwork),
    [] as Network[],
    'Private networks (CIDR,…) that outbound calls may reach, for example 127.0.0.1/32 for local development.',
  ),
  llmProvider: optional(
    'KITH_LLM_PROVIDER',
    oneOf(...providers),
    `Whose language model writes digests and scripts: ${providers.join(', ')}.`,
    { fallbackText: 'none: digests are made of quotations' },
  ),
  llmBaseUrl: optional(
    'KITH_LLM_BASE_URL',
    httpUrl,
    'Base URL of the model, required for openai-compatible; a private address also needs KITH_OUTBOUND_ALLOW.',
    { fallbackText: "the provider's own" },
  ),
  llmModel: optional('KITH_LLM_MODEL', text, 'Model name at the provider.', { fallbackText: 'none' }),
  llmKey: optional('KITH_LLM_KEY', text, 'API key of the model provider.', {
    fallbackText: 'none',
    secret: true,
  }),
  payeeWallet: optional(
    'KITH_PAYEE_WALLET',
    solanaAddress,
    'The Solana wallet that paid calls pay to, in USDC; it must have a USDC token account.',
    { fallbackText: 'none: payments are off' },
  ),
  facilitatorUrl: optional(
    'KITH_FACILITATOR_URL',
    httpUrl,
    'The x402 facilitator that verifies and settles.',
    {
      fallbackText: 'none: payments are off',
    },
  ),
  solanaRpc: setting(
    'KITH_RPC_SOLANA',
    httpUrl,
    'https://api.mainnet-beta.solana.com',
    'Solana JSON-RPC endpoint, used at start to check the payee account and when a settlement outcome is unknown.',
  ),
  rpcEth: rpc('KITH_RPC_ETH', chains.eth),
  rpcBase: rpc('KITH_RPC_BASE', chains.base),
  rpcArbitrum: rpc('KITH_RPC_ARBITRUM', chains.arbitrum),
  rpcOptimism: rpc('KITH_RPC_OPTIMISM', chains.optimism),
  rpcPolygon: rpc('KITH_RPC_POLYGON', chains.polygon),
  viesUrl: setting(
    'KITH_VIES_URL',
    httpUrl,
    'https://ec.europa.eu/taxation_customs/vies/rest-api',
    'The REST address of the EU VAT registry.',
  ),
  rdapBootstrapUrl: setting(
    'KITH_RDAP_BOOTSTRAP_URL',
    httpUrl,
    'https://data.iana.org/rdap/dns.json',
    'RDAP bootstrap file: which server answers for which top-level domain (RFC 9224).',
  ),
  witnesses: setting(
    'KITH_WITNESSES',
    witnessList,
    [] as WitnessAddress[],
    'Witnesses that cosign the checkpoints of the ledger, with their submission addresses: <vkey>@https://…,…',
    { fallbackText: 'none: checkpoints are signed by this city alone' },
  ),
  checkpointIntervalS: optional(
    'KITH_CHECKPOINT_INTERVAL_S',
    countOrNone,
    'Seconds between two checkpoints of a growing ledger; 0 signs one whenever it is asked for.',
    { fallbackText: '1, with witnesses 10' },
  ),
  silencePaysDays: setting(
    'KITH_SILENCE_PAYS_DAYS',
    count,
    7,
    'Days after which a submitted proof that its payer has not decided is approved automatically.',
  ),
  watchIntervalS: setting('KITH_WATCH_INTERVAL_S', count, 7200, 'Seconds between two checks of a watch.'),
  selftestIntervalS: setting(
    'KITH_SELFTEST_INTERVAL_S',
    countOrNone,
    86_400,
    'Seconds between two self-tests of all skills; 0 disables them (for hosts without internet access).',
  ),
  voiceDir: setting(
    'KITH_VOICE_DIR',
    text,
    path.join(cacheHome(), 'kith', 'voices'),
    'Directory of the voice weights (95 MB, downloaded once) and of cached speech.',
    { fallbackText: 'kith/voices in the cache directory of the user' },
  ),
  voiceUrl: setting(
    'KITH_VOICE_URL',
    httpUrl,
    'https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main',
    'Where the voice weights are downloaded from when npm does not have them.',
  ),
  encyclopaediaUrl: setting(
    'KITH_ENCYCLOPAEDIA_URL',
    httpUrl,
    'https://en.wikipedia.org',
    'The address of a MediaWiki in English, whose articles scripts are written from where neither a model nor the almanac answers.',
  ),
  wikidataUrl: setting(
    'KITH_WIKIDATA_URL',
    httpUrl,
    'https://www.wikidata.org',
    'The address of a Wikibase with the structured facts of these articles: population, area, dates.',
  ),
  videoRequireAnswer: setting(
    'KITH_VIDEO_REQUIRE_ANSWER',
    zeroOrOne,
    false,
    '1 refuses a video whose topic no source answers, a free one too; 0 makes the free one and does not count it.',
    { fallbackText: '0' },
  ),
  videoPriceUsd: setting(
    'KITH_VIDEO_PRICE_USD',
    usd,
    '0.50',
    'Price of a video beyond the free one per key, in USD.',
  ),
  videoDays: setting('KITH_VIDEO_DAYS', count, 30, 'Days after which a finished video is deleted.'),
  videoRenders: setting(
    'KITH_VIDEO_RENDERS',
    count,
    availableParallelism(),
    'Videos rendered at once on one machine, whatever the number of processes.',
    { fallbackText: 'one per core' },
  ),
  videoNiceness: setting(
    'KITH_VIDEO_NICENESS',
    niceness,
    19,
    'Niceness of render processes, from 0 (normal priority, for a machine that only renders) to 19 (lowest).',
  ),
  videoFfmpeg: optional(
    'KITH_VIDEO_FFMPEG',
    text,
    'Path or name of an ffmpeg with libx264 that encodes videos instead of the one installed by npm.',
  ),
  welcomeAp: setting('KITH_WELCOME_AP', countOrNone, mint.welcomeAp, 'AP granted to a new agent.'),
  dailyFirstAp: setting(
    'KITH_DAILY_AP',
    countOrNone,
    mint.dailyFirstAp,
    'AP for the first visit of a UTC day; each further day of the streak adds 1.',
  ),
  dailyMaxAp: setting('KITH_DAILY_AP_MAX', countOrNone, mint.dailyMaxAp, 'The most AP for a daily visit.'),
  vouchAp: setting('KITH_VOUCH_AP', countOrNone, mint.vouchAp, 'AP for a vouch.'),
  shipAp: setting(
    'KITH_SHIP_AP',
    countOrNone,
    mint.shipAp,
    'AP per qualified member, and for the treasury, for shipping a page the company proved to be its own.',
  ),
  shipNewcomerAp: setting(
    'KITH_SHIP_NEWCOMER_AP',
    countOrNone,
    mint.shipNewcomerAp,
    'AP per member, and for the treasury, for any other ship.',
  ),
  agentApPerDay: setting(
    'KITH_AGENT_AP_PER_DAY',
    count,
    mint.agentApPerDay,
    'The most AP minted for one agent per UTC day, besides its welcome.',
  ),
  agentApPerWeek: setting('KITH_AGENT_AP_PER_WEEK', count, mint.agentApPerWeek, 'The same in seven days.'),
  networkWelcomesPerDay: setting(
    'KITH_NETWORK_WELCOMES_PER_DAY',
    countOrNone,
    mint.networkWelcomesPerDay,
    'Welcome grants per network (IPv4 /24, IPv6 /48) and UTC day.',
  ),
  networkWelcomesPerMonth: setting(
    'KITH_NETWORK_WELCOMES_PER_MONTH',
    countOrNone,
    mint.networkWelcomesPerMonth,
    'Welcome grants per network in 30 days.',
  ),
  localWelcomesPerDay: setting(
    'KITH_LOCAL_WELCOMES_PER_DAY',
    countOrNone,
    mint.localWelcomesPerDay,
    'Welcome grants per UTC day for loopback and private networks together.',
  ),
  networkApPerDay: setting(
    'KITH_NETWORK_AP_PER_DAY',
    countOrNone,
    mint.networkApPerDay,
    'The most AP minted for the agents of one public network per UTC day, besides welcomes.',
  ),
  networkNewcomerApPerMonth: setting(
    'KITH_NETWORK_NEWCOMER_AP_PER_MONTH',
    countOrNone,
    mint.networkNewcomerApPerMonth,
    'The most AP in 30 days for the agents of one public network who are not established, besides welcomes.',
  ),
  networkWorkWelcomesPerMonth: setting(
    'KITH_NETWORK_WORK_WELCOMES_PER_MONTH',
    countOrNone,
    mint.networkWorkWelcomesPerMonth,
    'Welcome grants earned by proof of work, per network in 30 days.',
  ),
  newcomerApPerDay: setting(
    'KITH_NEWCOMER_AP_PER_DAY',
    countOrNone,
    mint.newcomerApPerDay,
    'The smallest daily AP pool for agents who are not established; it follows how many became established lately.',
  ),
  establishedApPerDay: setting(
    'KITH_ESTABLISHED_AP_PER_DAY',
    countOrNone,
    mint.establishedApPerDay,
    'The smallest daily AP pool for established agents.',
  ),
  localApPerDay: setting(
    'KITH_LOCAL_AP_PER_DAY',
    countOrNone,
    mint.localApPerDay,
    'The daily AP pool for agents of loopback and private networks.',
  ),
  establishedPermille: setting(
    'KITH_ESTABLISHED_PERMILLE',
    countOrNone,
    mint.establishedPermille,
    'By how many thousandths of the supply the pool for established agents may grow it per day.',
  ),
  seedAgents: setting(
    'KITH_SEED_AGENTS',
    countOrNone,
    mint.seedAgents,
    'How many agents of a new city are established by a single paid gig.',
  ),
  workBits: setting(
    'KITH_WELCOME_WORK_BITS',
    countOrNone,
    mint.workBits,
    'Difficulty of the proof of work that earns the welcome: 2^bits hashes on average.',
  ),
  databaseConnections: setting(
    'KITH_DATABASE_CONNECTIONS',
    count,
    16,
    'Connections of this process to the database.',
  ),
  logLevel: setting(
    'KITH_LOG_LEVEL',
    oneOf(...logLevels),
    'info',
    `How much is logged: ${logLevels.join(', ')}.`,
  ),
};

export type Config = SettingValues<typeof settings>;

/** Variables of the client commands; a server in the same shell ignores them. */
const clientNames: readonly string[] = ['KITH_KEY', 'KITH_KEY_FILE', 'KITH_WEBHOOK_SECRET'];

/** Reads the environment once; contradictory settings stop the start with one line. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !clientNames.includes(name)));
  const config = readSettings(settings, own, 'KITH_');
  if (config.databaseUrl && !config.signingKey) {
    throw new BadSetting(
      'KITH_SIGNING_KEY is required with DATABASE_URL, the same for every process; make one with: openssl rand -hex 32',
    );
  }
  if (config.cityPort === config.utilityPort && config.cityPort !== 0) {
    throw new BadSetting(`KITH_CITY_PORT and KITH_UTILITY_PORT are both ${config.cityPort}`);
  }
  operatorsModel(config);
  if ((config.payeeWallet === undefined) !== (config.facilitatorUrl === undefined)) {
    const [has, lacks] = config.payeeWallet
      ? ['KITH_PAYEE_WALLET', 'KITH_FACILITATOR_URL']
      : ['KITH_FACILITATOR_URL', 'KITH_PAYEE_WALLET'];
    throw new BadSetting(`${has} is set and ${lacks} is not: payments need both`);
  }
  return config;
}

/** The operator's language model, if there is one. */
export function operatorsModel(config: Config): ModelAccess | undefined {
  const { llmProvider: provider, llmBaseUrl: baseUrl, llmModel: model, llmKey: key } = config;
  try {
    return modelAccess({ provider, baseUrl, model, key }, llmNames);
  } catch (error) {
    throw new BadSetting((error as Error).message);
  }
}

const llmNames = {
  provider: 'KITH_LLM_PROVIDER',
  baseUrl: 'KITH_LLM_BASE_URL',
  model: 'KITH_LLM_MODEL',
  key: 'KITH_LLM_KEY',
};
const intervalAloneS = 1;
const intervalWithWitnessesS = 10;

export function checkpointIntervalMs({ checkpointIntervalS: given, witnesses }: Config): number {
  const usual = witnesses.length > 0 ? intervalWithWitnessesS : intervalAloneS;
  return (given ?? usual) * 1_000;
}

/** RPC nodes per chain. */
export const rpcOf = (config: Config): RpcUrls => ({
  eth: config.rpcEth,
  base: config.rpcBase,
  arbitrum: config.rpcArbitrum,
  optimism: config.rpcOptimism,
  polygon: config.rpcPolygon,
});

/** How much AP is minted, and for whom: the settings of the same names. */
export const mintPolicyOf = (config: Config): MintPolicy => ({
  welcomeAp: config.welcomeAp,
  dailyFirstAp: config.dailyFirstAp,
  dailyMaxAp: config.dailyMaxAp,
  vouchAp: config.vouchAp,
  shipAp: config.shipAp,
  shipNewcomerAp: config.shipNewcomerAp,
  agentApPerDay: config.agentApPerDay,
  agentApPerWeek: config.agentApPerWeek,
  networkWelcomesPerDay: config.networkWelcomesPerDay,
  networkWelcomesPerMonth: config.networkWelcomesPerMonth,
  localWelcomesPerDay: config.localWelcomesPerDay,
  networkApPerDay: config.networkApPerDay,
  networkNewcomerApPerMonth: config.networkNewcomerApPerMonth,
  networkWorkWelcomesPerMonth: config.networkWorkWelcomesPerMonth,
  newcomerApPerDay: config.newcomerApPerDay,
  establishedApPerDay: config.establishedApPerDay,
  localApPerDay: config.localApPerDay,
  establishedPermille: config.establishedPermille,
  seedAgents: config.seedAgents,
  workBits: config.workBits,
});

/** The effective settings by name; null when unset without a default; secrets are masked. */
export function effectiveSettings(env: NodeJS.ProcessEnv): Record<string, string | null> {
  return Object.fromEntries(
    Object.values(settings).map(({ env: name, secret, fallback }) => {
      const given = env[name]?.trim();
      const usual = fallback === undefined ? null : String(fallback);
      return [name, given ? (secret ? '********' : given) : usual];
    }),
  );
}

/** The user's cache directory: files that can be downloaded again. */
function cacheHome(): string {
  if (process.env.XDG_CACHE_HOME) return process.env.XDG_CACHE_HOME;
  if (process.platform === 'darwin') return path.join(homedir(), 'Library', 'Caches');
  return process.env.LOCALAPPDATA ?? path.join(homedir(), '.cache');
}

export const videoSettings = (config: Config): VideoSettings => ({
  videoPriceUsd: config.videoPriceUsd,
  videoDays: config.videoDays,
  renders: config.videoRenders,
  niceness: config.videoNiceness,
  ffmpeg: config.videoFfmpeg,
  encyclopaediaUrl: config.encyclopaediaUrl,
  wikidataUrl: config.wikidataUrl,
  requireAnswer: config.videoRequireAnswer,
  dataDir: path.resolve(config.dataDir),
  voices: {
    dir: path.resolve(config.voiceDir),
    url: config.voiceUrl,
    dnsServers: config.dnsServers,
    outboundAllow: config.outboundAllow,
  },
});

/** The effective settings as text; secrets are masked. */
export function describeConfig(env: NodeJS.ProcessEnv): string {
  const rows = Object.values(settings).map(({ env: name, secret, fallback, fallbackText }) => {
    const given = env[name]?.trim();
    if (given) return `${name}=${secret ? '********' : given}`;
    return `${name}=${fallback ?? ''}${fallbackText ? `  # ${fallbackText}` : ''}`;
  });
  return `${rows.join('\n')}\n`;
}

/** The text of `.env.example`, generated from the same table. */
export function exampleEnv(): string {
  const rows = Object.values(settings).map(
    ({ env, what, fallback, fallbackText }) =>
      `# ${what}\n# Default: ${fallbackText ?? (String(fallback) || 'none')}\n#${env}=\n`,
  );
  return `# Settings of kith. Copy to .env and uncomment a line to change it.\n\n${rows.join('\n')}`;
}
