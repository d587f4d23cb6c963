import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { freePort } from '../../../chaos/site/ports.ts';
import { clientNames, settings } from '../../../src/app/settings.ts';
import { noSolana } from '../../counterparts/solana/binary.ts';
import { startApp } from '../../harness/app.ts';
import { freshDataDir } from '../../harness/data-dir.ts';
import { useRegistry } from '../../harness/registry.ts';
import { blocksOf } from './blocks.ts';
import { runBlocks } from './run-blocks.ts';

const root = path.join(import.meta.dirname, '../../..');
/** In the order in which README lists them. */
const pages = [
  'README.md',
  ...[
    'first-five-minutes',
    'earn-your-first-ap',
    'post-a-job',
    'sell-a-thing',
    'watch-a-page',
    'make-a-video',
    'pay-with-x402',
    'verify-the-ledger',
    'run-it-for-real',
    'backup-restore-upgrade',
  ].map((name) => `docs/guides/${name}.md`),
  'docs/sdk.md',
  'docs/cli.md',
  'docs/frameworks.md',
];

/** Blocks that this test cannot run, with the reason; an unlisted or a missing block fails. */
const notRun: Record<string, { blocks: number; why: string }> = {
  'README.md': { blocks: 2, why: 'npm ci, npm start and npm test themselves' },
  'docs/guides/watch-a-page.md': { blocks: 1, why: 'the kith of this test is started with that setting' },
  'docs/guides/run-it-for-real.md': {
    blocks: 2,
    why: "an operator's own PostgreSQL, and a container engine",
  },
  'docs/guides/backup-restore-upgrade.md': {
    blocks: 2,
    why: 'a pg_dump of the right version, and a newer release',
  },
};

test('commands that are not run are listed and counted', () => {
  for (const page of pages) {
    const marked = blocksOf(readFileSync(path.join(root, page), 'utf8')).filter(({ isRun }) => !isRun).length;
    assert.equal(marked, notRun[page]?.blocks ?? 0, `${page}: blocks marked not-run`);
  }
  assert.deepEqual(
    Object.keys(notRun).filter((page) => !pages.includes(page)),
    [],
  );
  const guides = globSync('docs/guides/*.md', { cwd: root });
  assert.deepEqual(
    guides.filter((page) => !pages.includes(page)),
    [],
  );
  const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
  const places = pages.filter((page) => page !== 'README.md').map((page) => readme.indexOf(`](${page})`));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
    'in the order of README',
  );
  assert.ok(
    places.every((place) => place >= 0),
    'README names every guide',
  );
  assert.ok(readme.trimEnd().split('\n').length <= 120, 'README is at most 120 lines');
});

test('commands that are not run are well-formed, and name existing settings and commands', () => {
  const known = new Set([...Object.values(settings).map(({ env }) => env), ...clientNames]);
  // Other pages are written for contributors; their few commands need a kith in a certain state.
  const others = globSync('docs/*.md', { cwd: root }).filter((page) => !pages.includes(page));
  let checkedCount = 0;
  for (const page of [...Object.keys(notRun), ...others]) {
    for (const { kind, isRun, text } of blocksOf(readFileSync(path.join(root, page), 'utf8'))) {
      if (kind !== 'sh' || (isRun && pages.includes(page))) continue;
      checkedCount++;
      execFileSync('bash', ['-n'], { input: text });
      for (const [name] of text.matchAll(/\bKITH_[A-Z_]+\b/g))
        assert.ok(known.has(name), `${name} in ${page}`);
      for (const [, command] of text.matchAll(/(?:npx kith|kith\.mjs) ([a-z-]+)/g))
        assert.match(command!, /^(serve|doctor|admin|config|verify-ledger)$/, page);
    }
  }
  assert.ok(checkedCount >= 8, `${checkedCount} blocks`);
});

test('README and every guide, in order, in one shell and one home, print what they show', async (t) => {
  // A separate directory: in a shared one, apps of other tests remove job folders that their databases do not know.
  const dataDir = await freshDataDir(t);
  useRegistry(t, 'http://127.0.0.1:9');
  const app = await startApp(t, {
    env: {
      KITH_OUTBOUND_ALLOW: '127.0.0.1/32',
      // The fallback voice, as where the neural ones cannot be fetched.
      KITH_DATA_DIR: dataDir,
      KITH_VOICE_DIR: path.join(dataDir, 'voices'),
      KITH_ENCYCLOPAEDIA_URL: 'http://127.0.0.1:9',
    },
  });
  const shop = noSolana ? undefined : await openShop(t);
  /** Values in the pages, and their replacements here. */
  const names: [string, string][] = [
    ['http://127.0.0.1:4021', app.kith.urls.city],
    ['http://127.0.0.1:4020', app.kith.urls.utility],
    ['4040', String(await freePort())],
  ];
  const blocks = pages.flatMap((page) => {
    const run = blocksOf(readFileSync(path.join(root, page), 'utf8')).filter(
      ({ isRun, isPaid }) => isRun && (!isPaid || shop !== undefined),
    );
    assert.ok(run.length > 0, `${page} has no command`);
    return run;
  });
  await runBlocks(blocks, names, shop?.env, shop?.url);
  await shop?.checkPaid();
});

/** A kith with payments, and a wallet with USDC in a file as the Solana tools store it. */
async function openShop(t: TestContext) {
  const { startPaymentSetup, priceUnits } = await import('../../fixtures/payments/payment-setup.ts');
  const setup = await startPaymentSetup(t);
  const { kith } = await startApp(t, { env: setup.env });
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const bytes = Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]);
  const { address } = await createKeyPairSignerFromBytes(bytes);
  await setup.ledger.fund(address, 1_000_000n);
  const dir = mkdtempSync(path.join(tmpdir(), 'kith-wallet-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const keypair = path.join(dir, 'id.json');
  writeFileSync(keypair, JSON.stringify([...bytes]));
  return {
    url: kith.urls.utility,
    env: { SOLANA_KEYPAIR: keypair, SOLANA_RPC: setup.rpc.url },
    /** One call was paid for, once. */
    checkPaid: async () => {
      assert.equal(await setup.earned(), priceUnits);
      assert.equal(await setup.ledger.balanceOf(address), 1_000_000n - priceUnits);
    },
  };
}
