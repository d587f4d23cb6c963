import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { alarmExitCodes } from '../../../src/commands/log/monitor-check.ts';
import { startWitness } from '../../../src/commands/witness.ts';
import { readCheckpoint, signCheckpoint } from '../../../src/ledger/proof/checkpoint.ts';
import { verifyCosignatures } from '../../../src/ledger/proof/cosignature.ts';
import { emptyRoot, Frontier, leafHash } from '../../../src/ledger/proof/merkle.ts';
import { consistencyProof, type NodeStore } from '../../../src/ledger/proof/merkle-proof.ts';
import { keyTypes, noteSigner, parseVerifierKey } from '../../../src/ledger/proof/note.ts';
import { originHash } from '../../../src/ledger/witness/heads.ts';
import { grant, openTestLedger } from '../../fixtures/ledger/test-ledger.ts';
import { startApp } from '../../harness/app.ts';
import { onDatabase } from '../../harness/process.ts';
import { until } from '../../harness/until.ts';
import { kith, policyArgs, startWitnesses, tempDir, witnessSettings } from './witnesses.ts';

const log = noteSigner('log.example/one', Buffer.alloc(32, 7));
const hashes = Array.from({ length: 40 }, (_, i) => leafHash(`leaf ${i}`));

function rootAt(size: number, leaves = hashes): Buffer {
  const frontier = Frontier.empty();
  for (const leaf of leaves.slice(0, size)) frontier.append(leaf);
  return frontier.root();
}

const nodes: NodeStore = {
  getNodes: async (ids) =>
    ids.map(({ level, index }) =>
      rootAt(2 ** level, hashes.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    ),
};

async function request(old: number, size: number, { signer = log, root = rootAt(size), proof = true } = {}) {
  const path = proof && old <= size ? await consistencyProof(nodes, old, size) : [];
  return [
    `old ${old}`,
    ...path.map((hash) => hash.toString('base64')),
    '',
    signCheckpoint(signer, size, root),
  ].join('\n');
}

test('a witness responds to every submission as specified, and keeps its state through a restart', async (t) => {
  const [witness] = await startWitnesses(t, [log.vkey], 1);
  assert.ok(witness);
  const key = parseVerifierKey(witness.vkey, keyTypes.witness);
  const add = async (body: string) => {
    const answer = await fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };
  const monitoring = () => fetch(`${witness.url}/${originHash(log.name)}/checkpoint`);
  assert.equal((await monitoring()).status, 404);
  for (const body of [
    '',
    'old 0',
    'old x\n\nnote',
    `old 01\n\n${signCheckpoint(log, 1, rootAt(1))}`,
    'old 0\nAAAA\n\n',
  ])
    assert.equal((await add(body)).status, 400, JSON.stringify(body));
  const stranger = noteSigner('log.example/other', Buffer.alloc(32, 8));
  assert.equal((await add(await request(0, 5, { signer: stranger }))).status, 404);
  const impostor = noteSigner(log.name, Buffer.alloc(32, 9));
  assert.equal((await add(await request(0, 5, { signer: impostor }))).status, 403);
  assert.equal((await add(await request(9, 5))).status, 400);
  assert.equal((await add(await request(0, 0, { root: rootAt(1) }))).status, 422);
  assert.equal(
    (await add(`old 0\n${emptyRoot.toString('base64')}\n\n${signCheckpoint(log, 5, rootAt(5))}`)).status,
    422,
  );

  const first = await add(await request(0, 5));
  assert.equal(first.status, 200);
  const note = signCheckpoint(log, 5, rootAt(5));
  assert.equal(verifyCosignatures(note + first.text, [key]).length, 1);
  assert.equal(await monitoring().then((answer) => answer.text()), note + first.text);
  // Old: the current size, in the content type defined for it.
  assert.deepEqual(await add(await request(0, 9)), { status: 409, type: 'text/x.tlog.size', text: '5\n' });
  assert.deepEqual((await add(await request(3, 9))).text, '5\n');
  assert.equal((await add(await request(5, 9, { proof: false }))).status, 422);
  const forked = rootAt(9, [leafHash('another'), ...hashes.slice(1)]);
  assert.equal((await add(await request(5, 9, { root: forked }))).status, 422);
  assert.equal((await add(await request(5, 9))).status, 200);
  // The same head is cosigned again; another of the same size is a fork, and both are stored.
  assert.equal((await add(await request(9, 9))).status, 200);
  assert.equal((await add(await request(9, 9, { root: forked }))).status, 422);
  const conflict = (await readdir(path.join(witness.dir, 'heads'))).find((name) =>
    name.includes('.conflict-'),
  );
  const kept = await readFile(path.join(witness.dir, 'heads', conflict ?? ''), 'utf8');
  for (const root of [rootAt(9), forked]) assert.ok(kept.includes(root.toString('base64')));

  await assert.rejects(
    startWitness({ dir: witness.dir, host: '127.0.0.1', port: 0, logs: [log.vkey], name: undefined }),
    /only one process may use it/,
  );
  await witness.stop();
  await witness.start();
  assert.equal((await add(await request(0, 12))).text, '9\n');
  assert.equal((await add(await request(9, 12))).status, 200);
});

test('of concurrent submissions that extend one head differently, one is cosigned', async (t) => {
  const [witness] = await startWitnesses(t, [log.vkey], 1);
  assert.ok(witness);
  const bodies = await Promise.all(Array.from({ length: 20 }, (_, i) => request(0, i + 1)));
  const answers = await Promise.all(
    bodies.map((body) =>
      fetch(`${witness.url}/add-checkpoint`, { method: 'POST', body }).then(({ status }) => status),
    ),
  );
  assert.equal(answers.filter((status) => status === 200).length, 1);
  assert.equal(answers.filter((status) => status === 409).length, 19);
});

/** A second city with the same key and another history: what a dishonest operator would show to others. */
test('a fork gets no quorum and is detected, and both signed heads are shown', async (t) => {
  const probe = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const vkey = (await probe.city.get('/api/ledger/checkpoint')).headers['x-ledger-key'] ?? '';
  const witnesses = await startWitnesses(t, [vkey]);
  const env = witnessSettings(witnesses);
  const honest = await startApp(t, { env });
  const honestLedger = openTestLedger(t, honest.database);
  for (let i = 0; i < 5; i++) await honestLedger.post(grant('agent:a', 10));
  const keys = witnesses.map((each) => parseVerifierKey(each.vkey, keyTypes.witness));
  const covered = (city: typeof honest.city, size: number) =>
    until(async () => {
      const { text } = await city.get('/ledger/checkpoint');
      return readCheckpoint(text).size >= size && verifyCosignatures(text, keys).length === 3 && text;
    }, `a cosigned checkpoint of ${size}`);
  await covered(honest.city, 5);
  const policy = policyArgs(witnesses);
  const args = ['--key', vkey, ...policy];
  const good = await kith(['verify-ledger', honest.city.url, ...args, '--json']);
  assert.equal(good.code, 0, good.stdout + good.stderr);
  assert.equal(JSON.parse(good.stdout).cosigned_by.length, 3);
  const { json: kept } = await honest.city.get('/api/ledger/checkpoints');
  assert.equal(kept.checkpoints[0].cosignatures, 3);

  const proofFile = path.join(await tempDir(t), 'entry.tlog-proof');
  const bundle = await honest.city.get('/api/ledger/proof?seq=3&bundle=1');
  await writeFile(proofFile, bundle.text);
  const proven = await kith(['verify-proof', proofFile, ...args, '--json']);
  assert.deepEqual([proven.code, JSON.parse(proven.stdout).entry.seq], [0, 3], proven.stdout);
  assert.equal(
    (await kith(['verify-proof', proofFile, '--key', vkey, ...policyArgs(witnesses, '3-of-3')])).code,
    0,
  );
  await writeFile(proofFile, bundle.text.replace('index 2', 'index 3'));
  assert.equal((await kith(['verify-proof', proofFile, ...args])).code, 1);

  const state = path.join(await tempDir(t), 'state.json');
  const watch = (url: string) => kith(['monitor', url, ...args, '--state', state, '--once', '--json']);
  assert.equal((await watch(honest.city.url)).code, 0);

  // The same key and name: the fork.
  const forked = await startApp(t, { env });
  const forkedLedger = openTestLedger(t, forked.database);
  for (let i = 0; i < 9; i++) await forkedLedger.post(grant('agent:thief', 99));
  await until(async () => {
    const rows = await forked.database.sql('SELECT 1 FROM ledger_witness WHERE error IS NOT NULL');
    return rows.length === 3;
  }, 'all witnesses refuse');
  const forkedNote = await until(async () => {
    const { text } = await forked.city.get('/ledger/checkpoint');
    return readCheckpoint(text).size === 9 && text;
  }, 'the fork signs its head');
  assert.equal(verifyCosignatures(forkedNote, keys).length, 0);
  const refused = await kith(['verify-ledger', forked.city.url, ...args]);
  assert.equal(refused.code, 1);
  assert.match(refused.stdout, /no quorum: 0 of 3 witnesses/);
  // A client that requires no quorum would accept a ledger that is only consistent in itself.
  assert.equal((await kith(['verify-ledger', forked.city.url, '--key', vkey])).code, 0);
  const alarm = await kith(['monitor', forked.city.url, '--key', vkey, '--state', state, '--once', '--json']);
  assert.equal(alarm.code, alarmExitCodes.fork);
  const alert = JSON.parse(alarm.stdout);
  assert.equal(alert.alarm, 'fork');
  // The witnesses that the policy names did not sign it either, but a fork is the graver alarm.
  assert.equal((await watch(forked.city.url)).code, alarmExitCodes.fork);
  assert.deepEqual(
    alert.heads.map((note: string) => readCheckpoint(note).size),
    [5, 9],
  );
  const evidence = await readFile(alert.evidence, 'utf8');
  for (const note of alert.heads) assert.ok(evidence.includes(note));
  assert.equal((await watch(honest.city.url)).code, 0, 'the honest ledger is still followed');
});

test('a witness that is down leaves the others their quorum, and signs when it is back', async (t) => {
  const probe = await startApp(t, { env: { KITH_ROLES: 'city' } });
  const vkey = (await probe.city.get('/api/ledger/checkpoint')).headers['x-ledger-key'] ?? '';
  const witnesses = await startWitnesses(t, [vkey]);
  const down = witnesses[2];
  assert.ok(down);
  await down.stop();
  const app = await startApp(t, { env: witnessSettings(witnesses) });
  const testLedger = openTestLedger(t, app.database);
  await testLedger.post(grant('agent:a', 10));
  const keys = witnesses.map((each) => parseVerifierKey(each.vkey, keyTypes.witness));
  const signed = (count: number) =>
    until(async () => {
      const { text } = await app.city.get('/ledger/checkpoint');
      return readCheckpoint(text).size === 1 && verifyCosignatures(text, keys).length === count;
    }, `${count} cosignatures`);
  await signed(2);
  const witnessStates = async () => {
    const { stdout } = await kith(['doctor', '--json'], {
      ...onDatabase(app.database),
      ...witnessSettings(witnesses),
      KITH_DNS_SERVERS: '127.0.0.1:1',
    });
    return JSON.parse(stdout).findings.find(({ what }: { what: string }) => what === 'witnesses');
  };
  const failing = await witnessStates();
  assert.equal(failing.state, 'warn');
  assert.match(
    failing.found,
    /w1 cosigned \d+ s ago;.*w3 never cosigned, failed \d+ s ago: .*cannot be reached/,
  );
  const metrics = await app.metrics();
  assert.match(metrics, /kith_witness_seconds\{witness="witness.example\/w1",last="success"\} \d/);
  assert.match(metrics, /kith_witness_seconds\{witness="witness.example\/w3",last="error"\} \d/);
  assert.doesNotMatch(metrics, /witness="witness.example\/w3",last="success"/);
  const check = (threshold: string) =>
    kith(['verify-ledger', app.city.url, '--key', vkey, ...policyArgs(witnesses, threshold)]);
  assert.equal((await check('2-of-3')).code, 0);
  assert.equal((await check('3-of-3')).code, 1);
  await down.start();
  await signed(3);
  assert.equal((await check('3-of-3')).code, 0);
  assert.equal((await witnessStates()).state, 'ok');
});
