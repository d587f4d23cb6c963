import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { settings } from '../../src/app/settings.ts';
import { serveHttp } from '../counterparts/servers.ts';
import { startWorld } from '../utility/world.ts';
import { blocksOf } from './blocks.ts';
import { runBlocks } from './run-blocks.ts';

const root = path.join(import.meta.dirname, '../..');
const pages = ['docs/sdk.md', 'docs/cli.md', ...globSync('docs/guides/*.md', { cwd: root }).sort()];

/** What no machine of ours can run, with the reason; a block more or less than these fails. */
const notRun: Record<string, { blocks: number; why: string }> = {
  'docs/guides/run-it-for-real.md': {
    blocks: 2,
    why: "an operator's own PostgreSQL, and a container engine",
  },
  'docs/guides/backup-restore-upgrade.md': {
    blocks: 2,
    why: 'a pg_dump of the right version, and a newer release',
  },
};
/** Run where there is a chain to pay on (test/payments/example.test.ts), and a film made (test/utility/videos/killed.test.ts). */
const elsewhere = ['docs/guides/pay-with-x402.md', 'docs/guides/make-a-video.md'];

test('what is not run is known and counted', () => {
  for (const page of pages) {
    const marked = blocksOf(readFileSync(path.join(root, page), 'utf8')).filter(({ isRun }) => !isRun).length;
    assert.equal(marked, notRun[page]?.blocks ?? 0, `${page}: blocks marked not-run`);
  }
  assert.deepEqual(
    Object.keys(notRun).filter((page) => !pages.includes(page)),
    [],
  );
  for (const page of elsewhere) assert.ok(pages.includes(page), page);
});

test('what is not run is at least well-formed, and names settings and commands that there are', () => {
  const known = new Set(Object.values(settings).map(({ env }) => env));
  // Other pages are told from the side of the code; their commands are few, and need a kith in a certain state.
  const others = globSync('docs/*.md', { cwd: root }).filter((page) => !pages.includes(page));
  let looked = 0;
  for (const page of [...Object.keys(notRun), ...others]) {
    for (const { kind, isRun, text } of blocksOf(readFileSync(path.join(root, page), 'utf8'))) {
      if (kind !== 'sh' || (isRun && pages.includes(page))) continue;
      looked++;
      execFileSync('bash', ['-n'], { input: text });
      for (const [name] of text.matchAll(/\bKITH_[A-Z_]+\b/g))
        assert.ok(known.has(name), `${name} in ${page}`);
      for (const [, command] of text.matchAll(/(?:npx kith|kith\.mjs) ([a-z-]+)/g))
        assert.match(command!, /^(serve|doctor|admin|config|verify-ledger)$/, page);
    }
  }
  assert.ok(looked >= 8, `${looked} blocks`);
});

describe('the guides print what they show', { concurrency: 3 }, () => {
  const ends: (() => Promise<unknown>)[] = [];
  /** What stands in the pages, and what it is here. */
  const names: [string, string][] = [];

  before(async () => {
    const t = { after: (end: () => Promise<unknown>) => void ends.push(end) } as never;
    const app = await startWorld(t, {
      zone: { 'paper.test': { A: ['127.0.0.1'] }, 'hook.test': { A: ['127.0.0.1'] } },
    });
    const page = await serveHttp(t, (_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end('<title>Example</title><p>This page is for examples, and does not change.</p>');
    });
    const hook = await serveHttp(t, (_request, response) => void response.end());
    names.push(
      ['http://127.0.0.1:4021', app.kith.urls.city],
      ['http://127.0.0.1:4020', app.kith.urls.utility],
      ['https://example.org/', `http://paper.test:${page.port}/`],
      ['https://my.example/hook', `http://hook.test:${hook.port}/hook`],
    );
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  for (const page of pages.filter((each) => !elsewhere.includes(each))) {
    test(page, async () => {
      const blocks = blocksOf(readFileSync(path.join(root, page), 'utf8')).filter(({ isRun }) => isRun);
      assert.ok(page in notRun || blocks.length > 0, 'a guide without a command');
      await runBlocks(blocks, names);
    });
  }
});
