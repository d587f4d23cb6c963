import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openLogSource } from '../../../../src/commands/log/source.ts';
import { readTrustPolicy } from '../../../../src/commands/log/trust.ts';
import { verifyTiles } from '../../../../src/commands/verify-ledger.ts';
import { verifyEntry } from '../../../../src/commands/verify-proof.ts';
import { checkReceipt } from '../../../../src/commands/verify-receipt.ts';
import { signHandover } from '../../../../src/ledger/proof/handover.ts';
import { leafHash, nodeHash } from '../../../../src/ledger/proof/merkle.ts';
import { inclusionProof } from '../../../../src/ledger/proof/merkle-proof.ts';
import { writeTlogProof } from '../../../../src/ledger/proof/tlog-proof.ts';
import {
  answer,
  at,
  cosigned,
  log,
  movements,
  nodesOf,
  oldKey,
  origin,
  publish,
  receiptLeaves,
  receipts,
  rootOf,
  sealed,
  size,
  thief,
  trust,
  witnesses,
} from './published-ledger.ts';

const run = promisify(execFile);

type Case = { kind: 'log'; dir: string } | { kind: 'proof' | 'receipt'; text: string; answer?: string };
interface Named {
  readonly name: string;
  readonly good: boolean;
  readonly given: Case & { keys: string[]; witnesses: string[]; need: number };
}

/** Our own verdict, in the same words: null if it is valid. */
async function ours({ given }: Named): Promise<string | null> {
  const trusted = await readTrustPolicy({
    key: given.keys[0],
    policy: `${given.need}-of-3`,
    witnesses: given.witnesses,
  });
  try {
    if (given.kind === 'log') {
      const { ok, problem } = await verifyTiles(
        await openLogSource(given.dir),
        { key: given.keys[0], policy: `${given.need}-of-3`, witnesses: given.witnesses },
        { hashTiles: true },
      );
      return ok ? null : (problem?.message ?? 'bad');
    }
    if (given.kind === 'proof') verifyEntry(given.text, trusted);
    else
      checkReceipt(
        JSON.parse(given.text),
        trusted,
        given.answer === undefined ? undefined : Buffer.from(given.answer),
      );
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function hasPython(): Promise<boolean> {
  return run('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).then(
    () => true,
    () => false,
  );
}

test('a verifier in another language agrees, on valid ledgers and on every kind of tampering', async (t) => {
  if (!(await hasPython())) return t.skip('python3 (3.9 or later) is not on this machine');
  const root = await mkdtemp(path.join(tmpdir(), 'kith-python-'));
  t.after(() => rm(root, { recursive: true, force: true }));
  const lines = sealed(movements());
  const leaves = lines.map(leafHash);
  const note = cosigned(rootOf(leaves));
  const cases: Named[] = [];

  const goodDir = path.join(root, 'good');
  await publish(goodDir, lines, note);
  const addLog = async (name: string, tamper: (dir: string) => Promise<unknown>, good = false) => {
    const dir = path.join(root, `log-${cases.length}`);
    await cp(goodDir, dir, { recursive: true });
    await tamper(dir);
    cases.push({ name, good, given: { kind: 'log', dir, ...trust } });
  };
  const edit = (name: string, change: (bytes: Buffer) => Buffer) => async (dir: string) => {
    const file = path.join(dir, name);
    await writeFile(file, change(await readFile(file)));
  };
  const flip = (at: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes);
    const place = at < 0 ? copy.length + at : at;
    copy[place] = (copy[place] ?? 0) ^ 1;
    return copy;
  };
  const text = (from: string, to: string) => (bytes: Buffer) => {
    const changed = bytes.toString('latin1').replace(from, to);
    assert.notEqual(changed, bytes.toString('latin1'), from);
    return Buffer.from(changed, 'latin1');
  };
  const note2 = (change: (note: string) => string) => (dir: string) => {
    const changed = change(note);
    assert.notEqual(changed, note);
    return writeFile(path.join(dir, 'checkpoint'), changed);
  };
  const republish =
    (changed: readonly string[], signed = note) =>
    (dir: string) =>
      publish(dir, changed, signed);
  const first = 'tile/entries/000';

  await addLog('nothing', async () => {}, true);
  await addLog(
    'two of three witnesses',
    note2((each) => each.slice(0, each.lastIndexOf('— '))),
    true,
  );
  await addLog('an amount', edit(first, text('"amount":5,', '"amount":6,')));
  await addLog('a memo', edit(first, text('danke', 'Danke')));
  await addLog(
    'a hash',
    edit(first, (bytes) => flip(bytes.indexOf('"hash":"') + 8)(bytes)),
  );
  await addLog(
    'a link',
    edit(first, (bytes) => flip(bytes.indexOf('"prev_hash":"', 400) + 13)(bytes)),
  );
  await addLog('two entries swapped', republish(lines.with(4, lines[5] ?? '').with(5, lines[4] ?? '')));
  await addLog(
    'another spelling',
    republish(lines.with(7, (lines[7] ?? '').replace('{"amount"', '{ "amount"'))),
  );
  await addLog(
    'history sealed anew',
    republish(
      sealed(
        movements().with(3, {
          at,
          kind: 'welcome',
          from: 'mint',
          to: 'agent:thief',
          amount: 5,
          memo: null,
          ref: 'x',
        }),
      ),
    ),
  );
  const overdrawn = sealed([
    { at, kind: 'tip', from: 'agent:ada', to: 'agent:grace', amount: 9, memo: null, ref: 'y' },
    ...movements().slice(1),
  ]);
  await addLog(
    'an overdraft that was signed',
    republish(overdrawn, cosigned(rootOf(overdrawn.map(leafHash)))),
  );
  await addLog(
    'a bundle cut by a byte',
    edit(first, (bytes) => bytes.subarray(0, -1)),
  );
  await addLog(
    'a bundle with a byte more',
    edit(first, (bytes) => Buffer.concat([bytes, Buffer.of(0)])),
  );
  await addLog('a length in a bundle', edit(first, flip(1)));
  await addLog('a bundle missing', (dir) => rm(path.join(dir, 'tile/entries/001.p/44')));
  await addLog('a hash tile', edit('tile/0/000', flip(77)));
  await addLog('a tile of a higher level', edit('tile/1/000.p/1', flip(3)));
  await addLog(
    'the size of the checkpoint',
    note2((each) => each.replace(`\n${size}\n`, `\n${size - 1}\n`)),
  );
  await addLog('the root of the checkpoint', (dir) =>
    writeFile(path.join(dir, 'checkpoint'), cosigned(nodeHash(rootOf(leaves), rootOf(leaves)))),
  );
  await addLog(
    'the origin of the checkpoint',
    note2((each) => each.replace(origin, 'city.example/other')),
  );
  await addLog('a signature of another key', (dir) =>
    writeFile(path.join(dir, 'checkpoint'), cosigned(rootOf(leaves), witnesses, thief)),
  );
  await addLog(
    'a flipped bit in the signature',
    note2((each) =>
      each.replace(/(— city\S+ \S{20})(.)/, (_, head, char) => head + (char === 'A' ? 'B' : 'A')),
    ),
  );
  await addLog('no quorum', (dir) =>
    writeFile(path.join(dir, 'checkpoint'), cosigned(rootOf(leaves), witnesses.slice(0, 1))),
  );
  await addLog('one witness twice', (dir) => {
    const one = witnesses.slice(0, 1);
    return writeFile(path.join(dir, 'checkpoint'), cosigned(rootOf(leaves), [...one, ...one]));
  });
  await addLog(
    'the time of a cosignature',
    note2((each) => {
      const lineAt = each.indexOf('— witness.example/w4 ') + '— witness.example/w4 '.length;
      const bytes = Buffer.from(each.slice(lineAt, each.indexOf('\n', lineAt)), 'base64');
      bytes[11] = (bytes[11] ?? 0) ^ 1;
      return each.slice(0, lineAt) + bytes.toString('base64') + each.slice(each.indexOf('\n', lineAt));
    }),
  );
  await addLog('a hand-over by a stranger', async (dir) => {
    const forged = signHandover(thief, log, new Date(at)).replace(thief.vkey, oldKey.vkey);
    await writeFile(
      path.join(dir, 'keys.json'),
      JSON.stringify({ origin, keys: [{ vkey: log.vkey, handover: forged }] }),
    );
  });

  const proofOf = async (index: number) =>
    writeTlogProof({
      line: Buffer.from(lines[index] ?? ''),
      index,
      hashes: await inclusionProof(nodesOf(leaves), index, size),
      note,
    });
  const newKeys = { ...trust, keys: [log.vkey] };
  const addProof = async (name: string, change: (proof: string) => string, good = false) => {
    const proof = await proofOf(42);
    const changed = change(proof);
    assert.equal(changed === proof, good, name);
    cases.push({ name: `proof: ${name}`, good, given: { kind: 'proof', text: changed, ...newKeys } });
  };
  await addProof('nothing', (proof) => proof, true);
  await addProof('index', (proof) => proof.replace('index 42', 'index 43'));
  await addProof('entry', (proof) =>
    proof.replace(
      /extra (\S+)/,
      (_, line) =>
        `extra ${Buffer.from(Buffer.from(line, 'base64').toString().replace('"amount":', '"amount":1')).toString('base64')}`,
    ),
  );
  await addProof('path', (proof) =>
    proof.replace(/(index 42\n)(.)/, (_, head, char) => head + (char === 'A' ? 'B' : 'A')),
  );
  await addProof('a hash left out', (proof) => proof.replace(/(index 42\n)\S+\n/, '$1'));
  await addProof('first line', (proof) => proof.replace('@v1', '@v2'));
  await addProof('checkpoint', (proof) => proof.replace(`\n${size}\n`, `\n${size + 1}\n`));

  const receipt = receipts[3] ?? '';
  const bundle = {
    receipt,
    proof: {
      index: 3,
      size: 5,
      hashes: (await inclusionProof(nodesOf(receiptLeaves), 3, 5)).map((hash) => hash.toString('base64')),
      anchor: await proofOf(20),
    },
  };
  const addReceipt = (name: string, changed: typeof bundle, good = false, body = answer) =>
    void cases.push({
      name: `receipt: ${name}`,
      good,
      given: { kind: 'receipt', text: JSON.stringify(changed), answer: body, ...newKeys },
    });
  addReceipt('nothing', bundle, true);
  addReceipt('the answer', bundle, false, `${answer} `);
  addReceipt('the price', { ...bundle, receipt: receipt.replace('"amount":"10"', '"amount":"1"') });
  addReceipt('the salt', { ...bundle, receipt: receipt.replace(/"salt":"./, '"salt":"x') });
  addReceipt('another receipt in its place', { ...bundle, receipt: receipts[2] ?? '' });
  addReceipt('the index', { ...bundle, proof: { ...bundle.proof, index: 2 } });
  addReceipt('the size', { ...bundle, proof: { ...bundle.proof, size: 6 } });
  addReceipt('the path', { ...bundle, proof: { ...bundle.proof, hashes: bundle.proof.hashes.toReversed() } });
  addReceipt('an entry that is not an anchor', {
    ...bundle,
    proof: { ...bundle.proof, anchor: await proofOf(21) },
  });

  const file = path.join(root, 'cases.json');
  await writeFile(file, JSON.stringify(cases.map(({ given }) => given)));
  const { stdout } = await run('python3', [path.join(import.meta.dirname, 'verifier.py'), file]);
  const theirs: (string | null)[] = JSON.parse(stdout);
  const kinds = cases.filter(({ good }) => !good).length;
  assert.ok(kinds >= 20, `${kinds} kinds of tampering`);
  for (const [i, each] of cases.entries()) {
    const own = await ours(each);
    assert.equal(own === null, each.good, `ours, ${each.name}: ${own}`);
    assert.equal(theirs[i] === null, each.good, `Python, ${each.name}: ${theirs[i]}`);
  }
  t.diagnostic(`${kinds} kinds of tampering, refused by both`);
});
