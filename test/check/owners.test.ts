import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/**
 * The owner of each file's outbound calls: every call has its own share, so that slow peers of one caller do not delay
 * another's.
 */
const callers: Record<string, string> = {
  'src/city/jobs/check-tasks.ts': 'the worker whose proof is checked',
  'src/city/companies/ship-proof.ts': 'the caller of the route',
  'src/city/events/hook-routes.ts': 'the caller of the route',
  'src/platform/chromium/browser.ts': 'the caller of the skill',
  'src/platform/chromium/page-proxy.ts': 'the caller of the skill',
  'src/platform/model/language-model.ts': 'whoever its script or digest is written for',
  'src/platform/tracing/exporter.ts': 'the server itself',
  'src/ledger/witness-tasks.ts': 'the server itself',
  'src/payments/chain.ts': 'the caller whose payment is in doubt, or the server itself',
  'src/payments/facilitator.ts': 'the caller who pays; the server itself for what is supported',
  'src/utility/selftest/obstacles.ts': 'the server itself',
  'src/utility/selftest/run-selftest.ts': 'the server itself',
  'src/utility/skills/redirect-trace.ts': 'the caller of the skill',
  'src/utility/videos/images.ts': 'the owner of the video',
  'src/utility/videos/moderation.ts': 'the video request',
  'src/utility/registries/vies.ts': 'the caller of the skill',
  'src/utility/registries/whois/whois.ts': 'the caller of the skill',
  'src/utility/registries/rdap/bootstrap.ts': 'the server itself',
  'src/utility/sites/security-headers/visit.ts': 'the caller of the skill',
  'src/utility/chains/rpc-node.ts': 'the caller of the skill, or the owner of the watch',
  'src/utility/webhooks/post-webhook.ts':
    'the caller of the route that asks for consent, or the owner of the receiver',
  'src/utility/watches/kinds/endpoint.ts': 'the owner of the watch',
  'src/utility/catalogue/params.ts': 'the caller of the route',
  'src/utility/pages/fetcher.ts': 'the caller of the skill, or the owner of the watch',
  'src/utility/pages/links/link-check.ts': 'the caller of the skill',
  'src/video/script/encyclopaedia/mediawiki.ts': 'the owner of the video',
  'src/commands/doctor/network.ts': 'the operator',
  'src/commands/doctor/services.ts': 'the operator',
};

/** Where background work names its owner; the endpoint runs routes on behalf of their caller. */
const setters = [
  'src/city/jobs/check-tasks.ts',
  'src/platform/http/endpoint.ts',
  'src/utility/access/attempts.ts',
  'src/utility/videos/render-task.ts',
  'src/utility/watches/check-tasks.ts',
  'src/utility/webhooks/delivery-tasks.ts',
];

const files = globSync('src/**/*.ts');
const containing = (pattern: RegExp): string[] =>
  files.filter((file) => pattern.test(readFileSync(file, 'utf8'))).sort();

test('every file that sends requests is listed, with the caller whose share it uses', () => {
  const found = containing(
    /outbound\s*\.(?:fetch|connect|check)\(|#outbound\.fetch\(|\.fetch\(this\.#wire|#outbound\.fetch\(|\bdoor\.(?:connect|check)\(/,
  );
  const named = Object.keys(callers);
  const unnamed = found.filter((file) => !named.includes(file) && !file.startsWith('src/platform/outbound/'));
  assert.deepEqual(unnamed, []);
  const gone = named.filter((file) => !found.includes(file));
  assert.deepEqual(gone, []);
});

test('background work for a caller uses that caller’s share', () => {
  assert.deepEqual(containing(/\brunForOwner\(/), setters);
});

test('our own queue is never reported as a peer’s failure: the blame field decides', () => {
  const judged = containing(/reason === 'overloaded'/).filter(
    (file) => file !== 'src/utility/catalogue/errors.ts' && !file.startsWith('src/platform/outbound/'),
  );
  assert.deepEqual(judged, []);
});
