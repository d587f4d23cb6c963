import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { entryChunks } from '../src/commands/log/bundles.ts';
import { openLogSource } from '../src/commands/log/source.ts';
import { signCheckpoint } from '../src/ledger/proof/checkpoint.ts';
import { Frontier, leafHash } from '../src/ledger/proof/merkle.ts';
import { noteSigner } from '../src/ledger/proof/note.ts';
import { encodeBundle, tilePath, tilesOfLevel, tileWidth } from '../src/ledger/proof/tile.ts';
import { writeTlogProof } from '../src/ledger/proof/tlog-proof.ts';
import { verifyExport } from '../src/ledger/proof/verify.ts';
import { makeReceipt } from '../src/ledger/receipts/issuer.ts';
import { sealedEntries } from './chain.ts';
import { Child } from './child.ts';
import type { LedgerOptions } from './ledger-options.ts';
import type { Postgres } from './postgres.ts';
import { printTable, verdict } from './table.ts';
import type { TileReport } from './tile-server.ts';

const receiptCount = 5_000;
const graceMs = 60_000;
const target_per_s = 110_000;
const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Verification from tiles, compared with an export of the same entries; the bytes it downloads; and the cost of a receipt. */
export async function measureTrust(postgres: Postgres, options: LedgerOptions): Promise<void> {
  const names = Array.from({ length: options.accounts }, (_, i) => `bench_${i}`);
  const lines = Array.from(sealedEntries(names, options.verified), ({ line }) => line);
  const dir = path.join(postgres.dir, 'tiles');
  let [plain, compressed] = [0, 0];
  for (const id of tilesOfLevel('entries', lines.length)) {
    const bytes = encodeBundle(lines.slice(id.index * tileWidth, id.index * tileWidth + id.width));
    const gzip = gzipSync(bytes);
    plain += bytes.length;
    compressed += gzip.length;
    await mkdir(path.dirname(path.join(dir, tilePath(id))), { recursive: true });
    await writeFile(path.join(dir, tilePath(id)), bytes);
    await writeFile(path.join(dir, `${tilePath(id)}.gz`), gzip);
  }
  const exported = Buffer.from(`${lines.join('\n')}\n`);
  const frontier = Frontier.empty();
  for (const line of lines) frontier.append(leafHash(line));
  const signer = noteSigner('bench/ledger', createHash('sha256').update('bench').digest());
  const note = signCheckpoint(signer, lines.length, frontier.root());
  await writeFile(path.join(dir, 'checkpoint.gz'), gzipSync(note));
  const server = new Child('./tile-server.ts');
  const port = await server.ask<number>({ dir }, graceMs);
  const rates = { http: [] as number[], tiles: [] as number[], export: [] as number[] };
  let fetched: TileReport = { bytes: 0, requests: 0, repeated: 0 };
  for (let round = 0; round < options.rounds; round++) {
    rates.export.push(await rate(lines.length, () => verifyExport([exported])));
    const remote = await openLogSource(`http://127.0.0.1:${port}`);
    await server.ask<TileReport>({ report: true }, graceMs);
    rates.http.push(await rate(lines.length, () => verifyExport(entryChunks(remote, 0, lines.length))));
    fetched = await server.ask<TileReport>({ report: true }, graceMs);
    const source = await openLogSource(dir);
    rates.tiles.push(await rate(lines.length, () => verifyExport(entryChunks(source, 0, lines.length))));
  }
  await server.stop();
  const proof = writeTlogProof({
    line: Buffer.from(lines[0] ?? ''),
    index: 0,
    hashes: Array.from({ length: Math.ceil(Math.log2(lines.length)) }, () => Buffer.alloc(32)),
    note,
  });
  const paid = {
    method: 'POST',
    path: '/api/products/1/buy',
    query: [],
    body: { expected_price: 10 },
    status: 201,
    answer: Buffer.alloc(4_096, 'x'),
    payment: { amount: '10', currency: 'AP' as const, transaction: 'sale:1' },
  };
  const cpuAtStart = cpuMs();
  let receipt = '';
  for (let i = 0; i < receiptCount; i++) receipt = makeReceipt(signer, paid, new Date());
  const perReceipt = (cpuMs() - cpuAtStart) / receiptCount;
  const perMillion = (bytes: number) => Math.round(((bytes / lines.length) * 1e6) / 1e6);
  printTable(
    `Trust: ${lines.length.toLocaleString('en-US')} entries, median of ${options.rounds} rounds`,
    ['', 'value', ''],
    [
      [
        'verified from an export, entries per CPU second',
        median(rates.export),
        verdict(median(rates.export) / target_per_s, 1),
      ],
      [
        'verified from tiles in a directory, entries per CPU second',
        median(rates.tiles),
        `${(median(rates.tiles) / median(rates.export)).toFixed(2)} of the export`,
      ],
      [
        'verified from tiles over HTTP, with fetching and decompression',
        median(rates.http),
        `${(median(rates.http) / median(rates.export)).toFixed(2)} of the export`,
      ],
      [
        'bytes fetched over HTTP',
        fetched.bytes,
        fetched.bytes === compressed ? 'each once' : 'NOT each once',
      ],
      [
        'requests',
        fetched.requests,
        fetched.repeated === 0 ? 'none repeated' : `${fetched.repeated} REPEATED`,
      ],
      ['fetched per million entries, MB (gzip)', perMillion(compressed), ''],
      ['the same uncompressed, MB', perMillion(plain), ''],
      ['proof file of one entry, bytes (one signature)', Buffer.byteLength(proof), ''],
      ['receipt as a header, bytes', Buffer.from(receipt).toString('base64').length, ''],
      ['CPU per receipt, ms', perReceipt, perReceipt < 0.2 ? 'reached (target 0.2)' : 'MISSED (target 0.2)'],
    ],
  );
  await rm(dir, { recursive: true });
}

async function rate(count: number, verify: () => Promise<{ ok: boolean }>): Promise<number> {
  // By CPU time, so that other work on the machine does not count.
  const cpuAtStart = cpuMs();
  const { ok } = await verify();
  if (!ok) throw new Error('a valid ledger was refused');
  return (count / (cpuMs() - cpuAtStart)) * 1_000;
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
