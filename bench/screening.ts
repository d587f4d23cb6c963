import { createHash } from 'node:crypto';
import { findCredential } from '../src/city/moderation/credentials/find.ts';
import { printTable, verdict } from './table.ts';

const length = 4_096;
const rounds = 7;
const scans = 2_000;
/** Limit for scanning a text of this length. */
const target_us = 200;

const fillText = (line: string): string => line.repeat(Math.ceil(length / line.length)).slice(0, length);
/** Flattened in memory, like a string from a body parser. */
const flattenText = (text: string): string => JSON.parse(JSON.stringify(text)) as string;
const noise = Buffer.from(
  Array.from({ length }, (_, i) => createHash('sha256').update(String(i)).digest()[0]!),
);

const texts: Record<string, string> = {
  prose: fillText('The quick brown fox jumps over the lazy dog, and then it reads 12 pages of a book.\n'),
  'prose in another script': fillText('Быстрая лиса прыгает через ленивую собаку и читает книгу.\n'),
  'links and addresses': fillText(
    'See https://example.com/a?b=c3f and 0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045.\n',
  ),
  code: fillText(
    'const key = await keyOf(agent); if (token === undefined) throw new Error("no token: " + path);\n',
  ),
  'an env file': fillText('API_KEY=$API_KEY_1\nDB_PASSWORD=<your-password-1>\nTOKEN="{{ token1 }}"\n'),
  'base64 in one word': noise.toString('base64').slice(0, length),
  'hashes in hexadecimal': fillText(`${noise.toString('hex', 0, 32)}\n`),
};

/** CPU time of a scan, which other work on the machine hardly changes; the best of several rounds. */
function cost_us(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    for (let i = 0; i < scans; i++) work();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / scans);
  }
  return best;
}

/** The cost of scanning for credentials, compared with parsing the same text as JSON, which every call does anyway. */
export async function run(): Promise<void> {
  const rows = Object.entries(texts).map(([name, written]) => {
    const text = flattenText(written);
    const json = JSON.stringify({ body: text });
    const [look, parse] = [cost_us(() => findCredential(text)), cost_us(() => JSON.parse(json))];
    return [name, look, look / parse, verdict(target_us / look, 1)];
  });
  printTable(
    `Scan of ${length} characters`,
    ['text', 'CPU µs', 'of JSON.parse', `within ${target_us} µs`],
    rows,
  );
}
