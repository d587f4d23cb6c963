import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { noSolana } from '../counterparts/solana/binary.ts';
import { blocksOf } from '../docs/blocks.ts';
import { runBlocks } from '../docs/run-blocks.ts';
import { startApp } from '../harness/app.ts';

test('the guide of x402 pays a call with the official client as the payer of the SDK', {
  skip: noSolana,
}, async (t) => {
  const { openMarket, priceUnits } = await import('./market.ts');
  const market = await openMarket(t as never);
  const { kith } = await startApp(t, { env: market.env });

  // A wallet in a file, as the Solana tools keep it: the secret's 32 bytes, then the public key's.
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  const { address } = await createKeyPairSignerFromBytes(bytes);
  await market.ledger.fund(address, 1_000_000n);
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-wallet-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const keypair = path.join(dir, 'id.json');
  writeFileSync(keypair, JSON.stringify([...bytes]));

  const guide = readFileSync(path.join(import.meta.dirname, '../../docs/guides/pay-with-x402.md'), 'utf8');
  const names = [
    ['http://127.0.0.1:4021', kith.urls.city],
    ['http://127.0.0.1:4020', kith.urls.utility],
  ] as const;
  const blocks = blocksOf(guide).filter(({ isPaid }) => isPaid);
  assert.equal(blocks.length, 3);
  await runBlocks(blocks, names, { SOLANA_KEYPAIR: keypair, SOLANA_RPC: market.rpc.url });
  assert.equal(await market.earned(), priceUnits);
  assert.equal(await market.ledger.balanceOf(address), 1_000_000n - priceUnits);
});
