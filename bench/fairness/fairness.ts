import { setTimeout as sleep } from 'node:timers/promises';
import { addAgents } from '../agents.ts';
import { addAllies } from '../allies.ts';
import { fillLedger } from '../chain.ts';
import { Child } from '../child.ts';
import { recordFigure } from '../figures.ts';
import { HttpConnection } from '../http-connection.ts';
import { rawRequest, uniqueNumber } from '../load.ts';
import { readOptions } from '../options.ts';
import { startPostgres } from '../postgres.ts';
import { type Server, startServer } from '../server.ts';
import { printTable } from '../table.ts';
import type { Attack, Outcomes } from './attack.ts';
import { measureHonest } from './honest.ts';
import type { Targets } from './targets.ts';

const defaults = { rounds: 4, calls: 20, only: '', part: 'attacks,honest', profile: '' };
const startMs = 30_000;
/** Below the quota of 100 free calls per day. */
const callsPerKey = 90;
/** More than one call of the ledger may verify. */
const ledgerEntries = 12_000;
const settleMs = 500;
/** A caller who waits long is asked fewer times, so that an attack that succeeds does not stop the bench. */
const maxProbeMs = 10_000;
const minCalls = 3;
const maxSlowdown = 2;
const hostileNetwork = '203.0.113.7';
const ownNetwork = '203.0.113.8';

/** What another caller does meanwhile, one after the other. */
const probes = ['me', 'tip', 'text', 'page'] as const;
type Probe = (typeof probes)[number];
type Times = Readonly<Record<Probe, number[]>>;
const noTimes = (): Times => ({ me: [], tip: [], text: [], page: [] });

/**
 * Duration of another caller's calls while one network attacks, compared with the same calls right before or after
 * it. Calls with and without the attack alternate, so that both see the same machine load.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, defaults);
  const stops: (() => Promise<unknown>)[] = [];
  try {
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, 80);
    await fillLedger(
      database,
      agents.map(({ name }) => name),
      ledgerEntries,
    );
    const allies = await addAllies(database, 1_000);
    const targets = new Child('./fairness/targets.ts');
    stops.push(() => targets.stop());
    const ports = await targets.ask<Targets>({}, startMs);
    const server = await startServer({
      database,
      dir: postgres.dir,
      logLevel: 'warn',
      profileDir: options.profile,
      env: { KITH_OUTBOUND_ALLOW: '127.0.0.0/8', KITH_DNS_SERVERS: `127.0.0.1:${ports.names}` },
    });
    stops.push(() => server.stop());
    const parts = options.part.split(',');
    if (parts.includes('honest')) await measureHonest(server, agents);
    if (!parts.includes('attacks')) return;

    const attacker = new Child('./fairness/attack.ts');
    stops.push(() => attacker.stop());
    const [city, utility] = await Promise.all(
      [server.city, server.utility].map((url) => HttpConnection.open(new URL(url))),
    );
    if (!city || !utility) throw new Error('no connection');
    stops.push(
      async () => city.close(),
      async () => utility.close(),
    );

    const [first, second] = agents.slice(-2);
    const headers = { 'x-forwarded-for': ownNetwork };
    const me = rawRequest('GET', '/api/me', { key: first?.key ?? '', headers });
    const tip = rawRequest('POST', '/api/tip', {
      key: first?.key ?? '',
      headers,
      body: { to: second?.name, amount: 1 },
    });
    let asked = 0;
    const skill = (path: string) =>
      rawRequest('GET', path, {
        headers: { ...headers, 'x-ally-key': allies[Math.floor(asked++ / callsPerKey)] ?? '' },
      });
    const page = encodeURIComponent(`http://www.example.com:${ports.pages}/small`);
    const ask = {
      me: () => city.send(me),
      tip: () => city.send(tip),
      text: () => utility.send(skill('/json-repair?json=%7Ba%3A1%7D')),
      page: () => utility.send(skill(`/html-table?url=${page}&max_age=0`)),
    };
    const probe = async (times: Times): Promise<void> => {
      const endAt = performance.now() + maxProbeMs;
      for (let i = 0; i < options.calls && (i < minCalls || performance.now() < endAt); i++)
        for (const name of probes) {
          const startedAt = performance.now();
          const status = await ask[name]();
          if (status >= 300) throw new Error(`${status}: ${city.refused}${utility.refused}`);
          times[name].push(performance.now() - startedAt);
        }
    };

    const company = 'hostile-works';
    const found = rawRequest('POST', '/api/projects', {
      key: agents[0]?.key ?? '',
      body: { name: company, pitch: 'To attack.' },
    });
    if ((await city.send(found)) >= 300) throw new Error(city.refused);
    // Fresh ones for every attack: quotas end them otherwise.
    const unused = allies.slice(allies.length / 2);
    const freshAllies = (count: number) => unused.splice(0, count);
    const keys = agents.map(({ key }) => key);
    const attacks = attacksOn(server, ports, { company, agents: keys, freshAllies });
    const rows: Row[] = [];
    for (const [name, begin] of Object.entries(attacks)) {
      if (!name.includes(options.only)) continue;
      const [idle, attacked] = [noTimes(), noTimes()];
      const outcomes: Outcomes = {};
      // The first round warms up.
      for (let round = 0; round <= options.rounds; round++) {
        const measure = async (times: Times) => {
          await sleep(settleMs);
          await probe(round === 0 ? noTimes() : times);
        };
        if (round % 2 === 0) await measure(idle);
        await attacker.ask({ begin: begin() }, startMs);
        await measure(attacked);
        const ended = await attacker.ask<Outcomes>({ end: true }, startMs);
        for (const [status, count] of Object.entries(ended))
          outcomes[Number(status)] = (outcomes[Number(status)] ?? 0) + count;
        if (round % 2 === 1) await measure(idle);
      }
      rows.push(toRow(name, { idle, attacked, outcomes }));
      console.log(
        rows
          .at(-1)
          ?.cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(1) : cell))
          .join('  '),
      );
    }
    report(rows);
  } finally {
    for (const stop of stops.reverse()) await stop().catch(console.error);
  }
}

interface Means {
  readonly company: string;
  readonly agents: readonly string[];
  readonly freshAllies: (count: number) => readonly string[];
}

function attacksOn(
  server: Server,
  ports: Targets,
  { company, agents, freshAllies }: Means,
): Record<string, () => Attack> {
  const headers = { 'x-forwarded-for': hostileNetwork };
  const readMe = (count: number) =>
    agents.slice(0, count).map((key) => rawRequest('GET', '/api/me', { key, headers }));
  const note = rawRequest('PUT', `/api/projects/${company}/memory/plan`, {
    key: agents[0] ?? '',
    headers,
    body: { value: `note ${uniqueNumber}` },
  });
  const city = (requests: readonly string[]) => () => ({ url: server.city, requests, callsAtOnce: 80 });
  const anonymous = (path: string) => city([rawRequest('GET', path, { headers })]);
  const skills = (count: number, callsPerKey: number, path: string) => () => ({
    url: server.utility,
    requests: freshAllies(count).map((key) =>
      rawRequest('GET', path, { headers: { ...headers, 'x-ally-key': key } }),
    ),
    callsAtOnce: count * callsPerKey,
  });
  const host = (name: string, port: number, path: string) =>
    encodeURIComponent(`http://n${uniqueNumber}.${name}.example.com:${port}${path}`).replaceAll(
      encodeURIComponent(uniqueNumber),
      uniqueNumber,
    );
  const silent = `/dns-lookup?domain=n${uniqueNumber}.silent.example.com&max_age=0`;
  const tables = `/html-table?url=${host('t', ports.pages, '/tables')}&max_age=0`;
  const hanging = `/url-metadata?url=${host('h', ports.hanging, '/')}&max_age=0`;
  const bombs = `/readability?url=${host('b', ports.pages, '/bomb')}&max_age=0`;
  return {
    'GET /api/me, 80 calls': city(readMe(1)),
    'GET /api/me, ten keys': city(readMe(10)),
    'PUT one company note, 80 calls': city([note]),
    'ledger?verify=10000, 80 calls': anonymous('/api/ledger?verify=10000'),
    'unknown path, 80 calls': anonymous('/metrics'),
    'invalid query, 80 calls': anonymous('/api/exchange?limit=0x10'),
    'search, 80 calls': anonymous('/api/search?q=bench&in=agents'),
    'silent names, 2 keys x 30': skills(2, 30, silent),
    'silent names, ten keys': skills(10, 10, silent),
    'table bombs, 2 keys x 10': skills(2, 10, tables),
    'table bombs, ten keys': skills(10, 10, tables),
    'hanging hosts, ten keys': skills(10, 10, hanging),
    'page bombs, ten keys': skills(10, 10, bombs),
  };
}

interface Row {
  readonly cells: readonly (string | number)[];
  readonly worst: number;
}

function toRow(
  name: string,
  { idle, attacked, outcomes }: { idle: Times; attacked: Times; outcomes: Outcomes },
): Row {
  const p95 = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
  const figures = probes.map((probe) => {
    const [alone, beside] = [p95(idle[probe]), p95(attacked[probe])];
    return [alone, beside, beside / alone] as const;
  });
  const received = Object.entries(outcomes).map(([status, count]) => `${status}: ${count}`);
  return {
    cells: [name, ...figures.flat(), received.join(', ')],
    worst: Math.max(...figures.map(([, , ratio]) => ratio)),
  };
}

function report(rows: readonly Row[]): void {
  printTable(
    'p95 in ms of another caller, alone and beside the attack',
    ['', ...probes.flatMap((probe) => [probe, 'beside', 'ratio']), 'the attacker received'],
    rows.map(({ cells }) => cells),
  );
  for (const { cells, worst } of rows)
    recordFigure({
      figure: `p95 beside: ${cells[0]}`,
      peer: 'alone',
      ratio: worst,
      target: maxSlowdown,
      isLimit: true,
    });
  const worst = Math.max(...rows.map(({ worst }) => worst));
  const reached = worst <= maxSlowdown ? 'reached' : 'MISSED';
  console.log(
    `the slowest p95 is ${worst.toFixed(2)} times its own alone: ${reached} (at most ${maxSlowdown})`,
  );
}
