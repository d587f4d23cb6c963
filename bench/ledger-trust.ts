import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryChunks } from '../src/commands/log/bundles.ts';
import { openSource } from '../src/commands/log/source.ts';
import { Frontier, leafHash } from '../src/ledger/proof/merkle.ts';
import { noteSigner } from '../src/ledger/proof/note.ts';
import { encodeBundle, tilePath, tilesOfLevel, tileWidth } from '../src/ledger/proof/tile.ts';
import { verifyExport } from '../src/ledger/proof/verify.ts';
import { makeReceipt } from '../src/ledger/receipts/issuer.ts';
import { sealedEntries } from './chain.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { Postgres } from './postgres.ts';
import { printTable } from './table.ts';

const receiptCount = 5_000;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Verification from tiles beside the same entries as an export, what it fetches, and what a receipt costs. */
export async function measureTrust(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const names = Array.from({ length: options.accounts }, (_, i) => `bench_${i}`);
  const lines = Array.from(sealedEntries(names, options.verified), ({ line }) => line);
  const dir = path.join(postgres.dir, 'tiles');
  let [plain, compressed] = [0, 0];
  for (const id of tilesOfLevel('entries', lines.length)) {
    const bytes = encodeBundle(lines.slice(id.index * tileWidth, id.index * tileWidth + id.width));
    plain += bytes.length;
    compressed += gzipSync(bytes).length;
    await mkdir(path.dirname(path.join(dir, tilePath(id))), { recursive: true });
    await writeFile(path.join(dir, tilePath(id)), bytes);
  }
  const exported = Buffer.from(`${lines.join('\n')}\n`);
  const rates = { tiles: [] as number[], export: [] as number[] };
  for (let round = 0; round < options.rounds; round++) {
    rates.export.push(await rate(lines.length, () => verifyExport([exported])));
    const source = await openSource(dir);
    rates.tiles.push(await rate(lines.length, () => verifyExport(entryChunks(source, 0, lines.length))));
  }
  const frontier = Frontier.empty();
  for (const line of lines) frontier.append(leafHash(line));
  const signer = noteSigner('bench/ledger', createHash('sha256').update('bench').digest());
  const paid = {
    method: 'POST',
    path: '/api/products/1/buy',
    query: [],
    body: { expected_price: 10 },
    status: 201,
    answer: Buffer.alloc(4_096, 'x'),
    payment: { amount: '10', currency: 'AP' as const, transaction: 'sale:1' },
  };
  const began = cpuMs();
  let note = '';
  for (let i = 0; i < receiptCount; i++) note = makeReceipt(signer, paid, new Date());
  const perReceipt = (cpuMs() - began) / receiptCount;
  const perMillion = (bytes: number) => Math.round(((bytes / lines.length) * 1e6) / 1e6);
  printTable(
    `Trust: ${lines.length.toLocaleString('en-US')} entries, median of ${options.rounds} rounds`,
    ['', 'value', ''],
    [
      ['verified from tiles, entries per CPU second', median(rates.tiles), ''],
      ['verified from an export, entries per CPU second', median(rates.export), ''],
      ['fetched per million entries, MB (gzip)', perMillion(compressed), ''],
      ['the same uncompressed, MB', perMillion(plain), ''],
      ['receipt as a header, bytes', Buffer.from(note).toString('base64').length, ''],
      ['CPU per receipt, ms', perReceipt, perReceipt < 0.2 ? 'reached (target 0.2)' : 'MISSED (target 0.2)'],
    ],
  );
  await rm(dir, { recursive: true });
}

async function rate(count: number, verify: () => Promise<{ ok: boolean }>): Promise<number> {
  // By CPU time: what else runs on the machine does not count.
  const began = cpuMs();
  const { ok } = await verify();
  if (!ok) throw new Error('a good ledger was refused');
  return (count / (cpuMs() - began)) * 1_000;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
