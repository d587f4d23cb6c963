import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { lineHash } from '../src/ledger/proof/entry.ts';
import { Frontier, leafHash } from '../src/ledger/proof/merkle.ts';
import { verifyExport } from '../src/ledger/proof/verify.ts';
import { sealedEntries } from './chain.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { Measurement } from './measurement.ts';
import type { Postgres } from './postgres.ts';
import { interleave, type Subject } from './rounds.ts';
import { printTable, verdict } from './table.ts';

const target_per_s = 100_000;
/** The chunk size of Node's file streams. */
const chunkBytes = 65_536;

/** How fast an export is verified, compared with the hashing alone, which every verifier needs. */
export async function measureVerification(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const names = Array.from({ length: options.accounts }, (_, i) => `bench_${i}`);
  const lines: string[] = [];
  for (const { line } of sealedEntries(names, options.verified)) lines.push(line);
  const bytes = Buffer.from(`${lines.join('\n')}\n`);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
  const file = path.join(postgres.dir, 'export.jsonl');
  const handle = await open(file, 'w');
  await handle.writeFile(bytes);
  await handle.close();

  const verify = async (source: Iterable<Buffer> | AsyncIterable<Buffer>) => {
    const { ok, checked } = await verifyExport(source);
    if (!ok) throw new Error('a valid export was refused');
    return checked;
  };
  const subjects: Subject[] = [
    timed('verifyExport, from memory', () => verify(chunks)),
    timed('verifyExport, streamed from a file', () => verify(createReadStream(file))),
    timed('hashing alone (chain, leaf, node)', async () => {
      const frontier = Frontier.empty();
      for (const line of lines) {
        lineHash('0'.repeat(64), line);
        frontier.append(leafHash(line));
      }
      return lines.length;
    }),
  ];
  const result = await interleave(subjects, options.rounds);
  await rm(file);
  const hashing = result(subjects[2]!.name).per_s;
  printTable(
    `Verification: ${options.verified.toLocaleString('en-US')} entries, ${Math.round(bytes.length / 1e6)} MB, median of ${options.rounds} rounds`,
    ['', 'entries a second', 'µs an entry', 'of hashing alone', ''],
    subjects.map(({ name }, i) => {
      const { per_s } = result(name);
      const reached = i < 2 ? verdict(per_s / target_per_s, 1) : '';
      return [name, per_s, 1e6 / per_s, (per_s / hashing).toFixed(2), reached];
    }),
  );
}

function timed(name: string, work: () => Promise<number>): Subject {
  return {
    name,
    async run(): Promise<Measurement> {
      const startedAt = performance.now();
      const count = await work();
      return {
        count,
        per_s: (count / (performance.now() - startedAt)) * 1000,
        p50_ms: undefined,
        p99_ms: undefined,
      };
    },
  };
}
