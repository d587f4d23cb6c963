import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { addAgents, type BenchAgent } from './agents.ts';
import { withCpu } from './cpu.ts';
import { Load, rawRequest, uniqueAddress, uniqueNumber } from './load.ts';
import { readOptions } from './options.ts';
import { startPostgres } from './postgres.ts';
import { interleave } from './rounds.ts';
import { startServer } from './server.ts';
import { printTable } from './table.ts';

const settings = {
  off: { title: 'no collector', env: {} },
  sampled: {
    title: '1 trace of 100',
    env: { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.01' },
  },
  all: { title: 'every trace', env: {} },
} satisfies Record<string, { title: string; env: Record<string, string> }>;
type Setting = keyof typeof settings;
const names = Object.keys(settings) as Setting[];

const requests = {
  'GET /api/verify': ({ key }: BenchAgent) => rawRequest('GET', '/api/verify', { key }),
  'POST /api/register': () =>
    rawRequest('POST', '/api/register', {
      body: { screen_name: `n${uniqueNumber}`, bio: 'I read papers.', skills: ['research'] },
      headers: { 'x-forwarded-for': uniqueAddress },
    }),
} as const;
type Call = keyof typeof requests;

/** CPU time of a request without a collector, with one for some traces and with one for all, side by side. */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { connections: 16, seconds: 3, rounds: 5 });
  const stops: (() => unknown)[] = [];
  try {
    const collector = await takeAll();
    stops.push(() => collector.stop());
    const postgres = await startPostgres();
    stops.push(() => postgres.stop());
    const database = await postgres.withSchema('kith_bench');
    const agents = await addAgents(database, 256);
    const load = new Load();
    stops.push(() => load.stop());
    const servers = new Map<Setting, { readonly url: string; readonly pid: number | undefined }>();
    for (const name of names) {
      const dir = path.join(postgres.dir, name);
      await mkdir(dir);
      const endpoint: Record<string, string> =
        name === 'off' ? {} : { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
      const env = {
        KITH_ROLES: 'city,utility',
        KITH_DATA_DIR: path.join(postgres.dir, 'files'),
        ...endpoint,
        ...settings[name].env,
      };
      const kith = await startServer({ database, dir, logLevel: 'info', profileDir: '', env });
      stops.push(() => kith.stop());
      servers.set(name, { url: kith.city, pid: kith.pid });
    }
    const calls = Object.keys(requests) as Call[];
    const { connections, seconds, rounds } = options;
    const result = await interleave(
      calls.flatMap((call) =>
        [...servers].map(([name, { url, pid }]) => ({
          name: `${call} ${name}`,
          run: () =>
            withCpu(pid, () =>
              load.run({
                url,
                seconds,
                requests: Array.from({ length: connections }, (_, i) =>
                  agents.filter((_agent, n) => n % connections === i).map(requests[call]),
                ),
              }),
            ),
        })),
      ),
      rounds,
    );
    for (const call of calls) {
      const base = result(`${call} off`).cpu_us ?? Number.NaN;
      printTable(
        `${call}: ${connections} connections, median of ${rounds} rounds of ${seconds} s`,
        ['', 'CPU µs', 'of no collector', 'a second', 'p50 ms'],
        names.map((name) => {
          const { cpu_us = Number.NaN, per_s, p50_ms } = result(`${call} ${name}`);
          return [settings[name].title, cpu_us, (cpu_us / base).toFixed(2), per_s, p50_ms];
        }),
      );
    }
    console.log(`${collector.count()} exports arrived`);
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** A collector that accepts everything and stores nothing. */
async function takeAll() {
  let exports = 0;
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      exports++;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, count: () => exports, stop };
}
