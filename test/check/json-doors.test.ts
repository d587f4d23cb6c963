import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * Files that parse JSON themselves, each with the reason why it does not use the decoder (src/platform/decode.ts). Data
 * from a file, a peer or the database goes through the decoder, so a type never claims more than was checked.
 */
const readers: Record<string, string> = {
  'src/platform/decode.ts': 'the decoder',
  'src/platform/http/json-body.ts': 'bodies of requests: the schema of the route checks them',
  'src/platform/http/endpoint.ts': 'an answer that this service serialized',
  'src/payments/records.ts': 'an answer that this service serialized and kept',
  'src/payments/offer.ts': 'a copy of a schema of this process',
  'src/city/money/cashout.ts': 'lines of an import: a compiled schema checks them and names the fault',
  'src/city/events/personal-events.ts': 'a call that this service wrote',
  'src/ledger/proof/receipt.ts': 'unknown, checked field by field: runs without libraries in browsers',
  'src/ledger/proof/chain.ts': 'unknown, checked field by field: runs without libraries in browsers',
  'src/commands/log/monitor-check.ts': 'a line that the verifier accepted just before',
  'src/commands/verify-proof.ts': 'unknown, checked by the verifier and against its canonical form',
  'src/utility/pages/structured/json-ld.ts':
    'the subject of the skill: any JSON is an answer, and what the parser says of the rest is one too',
  'src/platform/terminal-log.ts': 'a line that pino wrote just before',
  'src/video/almanac/almanac.ts': 'data of this repository, checked by a test',
  'src/video/picture/text/families.ts': 'data of a pinned package, as trusted as its code',
  'src/video/picture/drawing/countries.ts': 'data of a pinned package, as trusted as its code',
  'src/video/picture/icons/sets.ts': 'data of a pinned package, as trusted as its code',
  'src/mcp/mcp-server.ts': 'a copy of a schema of this process',
  'src/mcp/result.ts': 'an answer of this service',
};

/** `kith dev` runs on its developer's own machine, with test money, and calls only itself. */
const isSandbox = (file: string): boolean => /^src\/(dev\/|commands\/dev(-server)?\.ts$)/.test(file);
const files = globSync('src/**/*.ts').filter(
  (file) => !/^src\/web\/(browser|pages)\//.test(file) && !isSandbox(file),
);
const textOf = (file: string): string => readFileSync(file, 'utf8');

test('JSON from outside is parsed by the decoder, or by a file that says why not', () => {
  const found = files.filter((file) => textOf(file).includes('JSON.parse(')).sort();
  assert.deepEqual(found, Object.keys(readers).sort());
});

test('no response from outside is typed by assertion alone', () => {
  const asserted = files.filter((file) => /await \w+\.json\(\)\) as /.test(textOf(file)));
  assert.deepEqual(asserted, []);
});

test('servers send requests only through the outbound module; only CLI commands call fetch', () => {
  const called = files.filter((file) => /(?<![\w.#])(?:await|return|=|\() ?fetch\(/.test(textOf(file)));
  const ours = /^src\/(?:commands|platform\/outbound)\//;
  assert.deepEqual(
    called.filter((file) => !ours.test(file)),
    [],
  );
});

test('every call outside the outbound module has its own deadline', () => {
  const naked = files
    .filter((file) => !file.startsWith('src/platform/outbound/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(/(?<![\w.#])fetch\((?!\))[^;]*?;/gs)]
        .filter(([call]) => !call.includes('AbortSignal'))
        .filter(([call]) => !call.startsWith('fetch({ dir'))
        .map(([call]) => `${file}: ${call.slice(0, 60)}`),
    );
  assert.deepEqual(naked, []);
});
