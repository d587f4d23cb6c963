import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchAgent } from '../agents.ts';
import { Load, rawRequest } from '../load.ts';
import { interleave } from '../rounds.ts';
import type { Server } from '../server.ts';
import { printTable } from '../table.ts';

const callers = 64;
const seconds = 3;
const rounds = 2;
/** After this a network is alone again. */
const quietMs = 31_000;

/**
 * What shares cost callers who attack nobody: 64 of one network, alone and beside a caller of another, against 64 that
 * each have a network of their own.
 */
export async function measureHonest(server: Server, agents: readonly BenchAgent[]): Promise<void> {
  const load = new Load();
  const other = new Load();
  const calls = {
    'POST /api/tip': (i: number, address: string) =>
      rawRequest('POST', '/api/tip', {
        key: agents[i]?.key ?? '',
        headers: { 'x-forwarded-for': address },
        body: { to: agents[(i + 1) % callers]?.name, amount: 1 },
      }),
    'GET /api/ledger': (_: number, address: string) =>
      rawRequest('GET', '/api/ledger?limit=20', { headers: { 'x-forwarded-for': address } }),
  };
  const me = rawRequest('GET', '/api/me', {
    key: agents.at(-1)?.key ?? '',
    headers: { 'x-forwarded-for': '203.0.113.8' },
  });
  try {
    for (const [name, call] of Object.entries(calls)) {
      const plan = (addressOf: (i: number) => string) => ({
        url: server.city,
        seconds,
        requests: Array.from({ length: callers }, (_, i) => [call(i, addressOf(i))]),
      });
      const [one, many] = [plan(() => '203.0.113.9'), plan((i) => `198.51.100.${i + 1}`)];
      const beside = { url: server.city, seconds, requests: [[me]] };
      const result = await interleave(
        [
          { name: 'networks of their own', run: () => load.run(many) },
          { name: 'one network', prepare: () => sleep(quietMs), run: () => load.run(one) },
          {
            name: 'one network beside another',
            run: async () => (await Promise.all([load.run(one), other.run(beside)]))[0],
          },
          {
            name: 'their own networks beside another',
            run: async () => (await Promise.all([load.run(many), other.run(beside)]))[0],
          },
        ],
        rounds,
      );
      const base = result('networks of their own').per_s;
      printTable(
        `${callers} honest callers of ${name}`,
        ['', 'calls/s', 'of networks of their own', 'p50 ms', 'p99 ms'],
        [
          'networks of their own',
          'one network',
          'their own networks beside another',
          'one network beside another',
        ].map((subject) => {
          const { per_s, p50_ms, p99_ms } = result(subject);
          return [subject, per_s, per_s / base, p50_ms, p99_ms];
        }),
      );
    }
  } finally {
    await Promise.all([load.stop(), other.stop()]);
  }
}
