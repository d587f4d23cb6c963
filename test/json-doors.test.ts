import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * Files that read JSON themselves, each with the reason why the one decoder (src/platform/decode.ts) is not theirs. What
 * comes from a file, a peer or the database goes through the decoder; a type never says more than what was checked.
 */
const readers: Record<string, string> = {
  'src/platform/decode.ts': 'the decoder',
  'src/platform/http/json-body.ts': 'bodies of requests: the schema of the route checks them',
  'src/platform/http/links.ts': 'an answer that this service serialized',
  'src/platform/events/cluster-bus.ts': 'notifications: unknown, checked field by field',
  'src/platform/model/language-model.ts': 'answers of models: unknown, read by the wire formats',
  'src/payments/kept-answers.ts': 'an answer that this service serialized and kept',
  'src/payments/bazaar.ts': 'a copy of a schema of this process',
  'src/city/money/import-cashouts.ts':
    'lines of an import, checked by a compiled schema with the fault of each line',
  'src/city/jobs/checks.ts': 'a proof: only whether it is JSON is asked',
  'src/city/moderation/credentials/tokens.ts': 'the header of a token in a text: unknown, checked by hand',
  'src/city/digest/by-model.ts': 'an answer of a model: unknown, checked by hand',
  'src/city/events/next-call.ts': 'a call that this service wrote',
  'src/ledger/proof/receipt.ts':
    'text under a signature that was checked; runs without libraries in browsers',
  'src/ledger/proof/chain.ts': 'the verifier: unknown, checked field by field, without libraries',
  'src/commands/log/monitor-check.ts': 'a line that the verifier took',
  'src/commands/verify-proof.ts': 'a line that must be its own canonical form',
  'src/utility/skills/json-repair.ts': 'the subject of the skill',
  'src/utility/skills/brand-assets.ts': 'a web manifest: unknown, checked by hand',
  'src/utility/text/json-repair/outcome.ts': 'the subject of the skill',
  'src/utility/text/json-repair/schema-coercion.ts': 'the subject of the skill',
  'src/utility/text/json-repair/exact-numbers.ts': 'the subject of the skill',
  'src/utility/registries/rdap/bootstrap.ts': 'the list of registries: unknown, checked by hand',
  'src/utility/registries/rdap/answer.ts': 'answers of registries: unknown, checked by hand',
  'src/utility/sites/feeds/json-feed.ts': 'a feed: unknown, checked by hand',
  'src/utility/a2a/asked-skill.ts': 'what a caller sent: the schema of the skill checks it',
  'src/utility/a2a/rpc.ts': 'only the id of a request that could not be read',
  'src/utility/chains/rpc-node.ts': 'answers of nodes: unknown, read by the schema of each method',
  'src/utility/pages/structured/json-ld.ts': 'the subject of the skill',
  'src/video/render/narration-file.ts': 'a file of this process; its samples must agree with it',
  'src/video/almanac/almanac.ts': 'data of the package, checked by a test',
  'src/video/picture/text/families.ts': 'data of a pinned package',
  'src/video/picture/drawing/countries.ts': 'data of a pinned package',
  'src/video/picture/icons/sets.ts': 'data of a pinned package',
  'src/video/script/writers/model-writer.ts': 'an answer of a model: a schema checks it',
  'src/video/script/encyclopaedia/mediawiki.ts': 'answers of the encyclopaedia: unknown, checked by hand',
  'src/mcp/city-tools.ts': 'an answer of this service',
  'src/mcp/utility-tools.ts': 'an answer of this service',
  'src/mcp/speaker.ts': 'a copy of a schema of this process',
  'src/mcp/result.ts': 'an answer of this service',
  'src/mcp/named-call.ts': 'what a caller sent: the schema of the route checks it',
  'src/mcp/payment.ts': 'a header of a payment: unknown, checked by hand',
};

const files = globSync('src/**/*.ts').filter((file) => !file.startsWith('src/web/browser/'));
const textOf = (file: string): string => readFileSync(file, 'utf8');

test('JSON from outside is read by the one decoder, or by a file that says why not', () => {
  const found = files.filter((file) => textOf(file).includes('JSON.parse(')).sort();
  assert.deepEqual(found, Object.keys(readers).sort());
});

test('no answer from outside gets a type by assertion alone', () => {
  const asserted = files.filter((file) => /await \w+\.json\(\)\) as /.test(textOf(file)));
  assert.deepEqual(asserted, []);
});

test('a server goes out through the outbound door alone; only commands of a person call fetch', () => {
  const called = files.filter((file) => /(?<![\w.#])(?:await|return|=|\() ?fetch\(/.test(textOf(file)));
  const ours = /^src\/(?:commands|platform\/outbound)\//;
  // Its own function of that name, handed in by its caller.
  const named = ['src/video/voice/pull.ts'];
  assert.deepEqual(
    called.filter((file) => !ours.test(file) && !named.includes(file)),
    [],
  );
});

test('every call that does not go through the outbound door has a deadline of ours', () => {
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
