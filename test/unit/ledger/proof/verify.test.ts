import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EntryChain } from '../../../../src/ledger/proof/chain.ts';
import { signCheckpoint } from '../../../../src/ledger/proof/checkpoint.ts';
import {
  entryLine,
  genesisHash,
  type LedgerEntry,
  maxLineBytes,
  sealEntry,
} from '../../../../src/ledger/proof/entry.ts';
import { Frontier, leafHash } from '../../../../src/ledger/proof/merkle.ts';
import { noteSigner } from '../../../../src/ledger/proof/note.ts';
import { verifyExport } from '../../../../src/ledger/proof/verify.ts';
import { treeHash } from '../../../fixtures/ledger/proof/independent.ts';
import { exportOf, flipBit, sampleChain } from '../../../fixtures/ledger/proof/sample.ts';
import { runs } from '../../../harness/runs.ts';

const memos = ['plain', 'naïve “quoted” \\ 😀', null, '', 'tab\tand \u2028'];
const sealed = sampleChain(40, (seq) => memos[seq % memos.length] ?? null);
const lines = sealed.map(({ line }) => line);
const whole = Buffer.from(exportOf(sealed));
const signer = noteSigner('city.example/ledger', Buffer.alloc(32, 7));

function rootAt(size: number): Buffer {
  return treeHash(lines.slice(0, size).map((line) => Buffer.from(line)));
}

/** Seals these changes of a valid chain's last entry again, as a forger without the key would. */
function forge(change: Partial<LedgerEntry>, at = sealed.length): string {
  const before = sealed.slice(0, at - 1);
  let prevHash = before.at(-1)?.entry.hash ?? genesisHash;
  const rest = sealed.slice(at - 1).map(({ entry }, i) => {
    const again = sealEntry(prevHash, i === 0 ? { ...entry, ...change } : entry);
    prevHash = again.entry.hash;
    return again;
  });
  return exportOf([...before, ...rest]);
}

test('a valid export passes, with its head, root and balances', async () => {
  const result = await verifyExport([whole]);
  assert.equal(result.problem, null);
  assert.equal(result.ok, true);
  assert.equal(result.checked, 40);
  assert.equal(result.first_bad_seq, null);
  assert.deepEqual(result.head, { seq: 40, hash: sealed.at(-1)?.entry.hash });
  assert.equal(result.size, 40);
  assert.equal(result.root, rootAt(40).toString('base64'));
  assert.equal(result.balances_sum, 0);
  assert.equal(result.balances?.get('mint'), -2000);
  assert.equal(result.balances?.get('agent:a1'), 100 - sealed[1]!.entry.amount);
});

test('an empty export is the empty chain', async () => {
  const result = await verifyExport([]);
  assert.equal(result.ok, true);
  assert.deepEqual(result.head, { seq: 0, hash: genesisHash });
});

test('chunks may end anywhere, as bytes or text, with or without the last newline', async () => {
  const text = whole.toString();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(text.length), { maxLength: 60 }), fc.boolean(), async (cuts, asText) => {
      const source: string | Buffer = asText ? text : whole;
      const ends = [...new Set([...cuts, source.length])].sort((a, b) => a - b);
      async function* chunks() {
        let begin = 0;
        for (const end of ends) {
          yield typeof source === 'string' ? source.slice(begin, end) : source.subarray(begin, end);
          begin = end;
        }
      }
      const result = await verifyExport(chunks());
      assert.deepEqual([result.problem, result.checked], [null, 40]);
    }),
    { numRuns: 200 },
  );
  assert.equal((await verifyExport(text)).checked, 40, 'one character per chunk');
  assert.equal((await verifyExport([text.slice(0, -1)])).checked, 40);
});

test('a chunk’s memory may be reused for the next one', async () => {
  function* reused() {
    const memory = Buffer.alloc(100);
    for (let at = 0; at < whole.length; at += memory.length) {
      yield memory.subarray(0, whole.copy(memory, 0, at));
    }
  }
  assert.equal((await verifyExport(reused())).checked, 40);
});

test('any changed byte is found, at its own line', async () => {
  const place = fc.nat(whole.length - 1);
  await fc.assert(
    fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (at, difference) => {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ difference;
      const line = 1 + whole.subarray(0, at).filter((byte) => byte === 0x0a).length;
      const result = await verifyExport([changed]);
      assert.equal(result.ok, false, changed.toString());
      assert.equal(result.first_bad_seq, line);
      assert.equal(result.checked, line - 1);
    }),
    { numRuns: runs(1500, 300) },
  );
});

test('every bit of one line matters', async () => {
  const line = Buffer.from(lines[0]!);
  const rest = whole.subarray(line.length);
  for (let bit = 0; bit < line.length * 8; bit++) {
    const result = await verifyExport([flipBit(line, bit), rest]);
    assert.deepEqual([result.ok, result.first_bad_seq], [false, 1], `bit ${bit}`);
  }
});

test('any inserted or removed byte is found', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 2), fc.option(fc.nat(255)), async (at, added) => {
      const parts =
        added === null
          ? [whole.subarray(0, at), whole.subarray(at + 1)]
          : [whole.subarray(0, at), Buffer.of(added), whole.subarray(at)];
      const changed = Buffer.concat(parts);
      assert.equal((await verifyExport([changed])).ok, false, changed.toString());
    }),
    { numRuns: runs(1000, 300) },
  );
});

test('removed, duplicated or swapped lines are found', async () => {
  const cases: [string[], number, string][] = [
    [lines.toSpliced(9, 1), 10, 'gap'],
    [lines.toSpliced(9, 0, lines[8]!), 10, 'gap'],
    [lines.toSpliced(9, 2, lines[10]!, lines[9]!), 10, 'gap'],
    [lines.slice(1), 1, 'gap'],
    [['', ...lines], 1, 'malformed'],
    [[...lines, ''], 41, 'malformed'],
    [lines.with(4, 'null'), 5, 'malformed'],
    [lines.with(4, '[]'), 5, 'malformed'],
    [lines.with(4, 'x'.repeat(maxLineBytes + 1)), 5, 'malformed'],
  ];
  for (const [changed, seq, kind] of cases) {
    const result = await verifyExport(changed.map((line) => `${line}\n`));
    assert.deepEqual([result.first_bad_seq, result.problem?.kind], [seq, kind]);
  }
});

test('a line has one canonical form', async () => {
  const first = lines[0]!;
  const respelled = [
    ` ${first}`,
    `${first} `,
    `${first}\r`,
    first.replace(':', ': '),
    first.replace('{"amount":100,', '{').replace('}', ',"amount":100}'),
    first.replace('"amount":100', '"amount":1e2'),
    first.replace('"amount":100', '"amount":100.0'),
    first.replace('"amount":100', '"amount":7,"amount":100'),
    first.replace('"mint"', '"\\u006dint"'),
    first.replace('{', '{"__proto__":null,'),
    first.replace('{', '{"extra":1,'),
  ];
  for (const line of respelled) {
    assert.equal(entryLine(JSON.parse(line)), first, 'gives the same result');
    const result = await verifyExport([`${line}\n`]);
    assert.deepEqual([result.first_bad_seq, result.problem?.kind], [1, 'not_canonical'], line);
  }
  const extra = await verifyExport([`${respelled.at(-1)}\n`]);
  assert.match(extra.problem!.message, /extra/);
});

test('different bytes that decode to the same text are found', async () => {
  const { line } = sealEntry(genesisHash, { ...sealed[0]!.entry, memo: '\ufffd' });
  const bytes = Buffer.from(`${line}\n`);
  assert.equal((await verifyExport([bytes])).ok, true);
  const at = bytes.indexOf('\ufffd');
  const disguised = Buffer.concat([bytes.subarray(0, at), Buffer.of(0xff), bytes.subarray(at + 3)]);
  assert.equal(disguised.toString(), bytes.toString());
  assert.equal((await verifyExport([disguised])).problem?.message, 'not UTF-8');
  assert.equal((await verifyExport([line.replace('\ufffd', '\ud800')])).problem?.message, 'not UTF-8');
  assert.equal((await verifyExport([line.replace('\ufffd', '\\ud800')])).problem?.kind, 'malformed');
});

test('an overdraft is a problem of its own', async () => {
  const overdrawn = forge({ amount: 101 });
  const result = await verifyExport([overdrawn]);
  assert.deepEqual([result.first_bad_seq, result.problem?.kind, result.checked], [40, 'overdraft', 39]);
  assert.match(result.problem!.message, /agent:a39 has 100 and pays 101/);
  assert.equal(result.balances_sum, 0);
});

test('a balance beyond exact integers is refused', async () => {
  const huge = { from: 'mint', to: 'agent:rich', amount: Number.MAX_SAFE_INTEGER };
  const first = sealEntry(genesisHash, { ...sealed[0]!.entry, ...huge });
  const second = sealEntry(first.entry.hash, { ...sealed[1]!.entry, ...huge, amount: 1 });
  const result = await verifyExport([exportOf([first, second])]);
  assert.deepEqual([result.first_bad_seq, result.problem?.kind], [2, 'overflow']);
});

test('a checkpoint of any size up to the whole passes; a rewritten history does not', async () => {
  const rewritten = forge({ memo: 'rewritten' }, 20);
  assert.equal((await verifyExport([rewritten])).ok, true, 'correctly chained on its own');
  for (let size = 0; size <= 40; size++) {
    const options = { checkpoint: signCheckpoint(signer, size, rootAt(size)), vkey: signer.vkey };
    const good = await verifyExport([whole], options);
    assert.deepEqual([good.problem, good.checked], [null, 40]);
    assert.deepEqual(good.checkpoint, { origin: 'city.example/ledger', size, signed: true });
    const bad = await verifyExport([rewritten], options);
    assert.equal(bad.problem?.kind ?? null, size < 20 ? null : 'root', `checkpoint at ${size}`);
  }
});

test('a checkpoint reveals a missing end, at a line or within it', async () => {
  const checkpoint = signCheckpoint(signer, 40, rootAt(40));
  const short = await verifyExport([exportOf(sealed.slice(0, 30))], { checkpoint });
  assert.deepEqual([short.first_bad_seq, short.problem?.kind], [31, 'truncated']);
  assert.equal(short.checkpoint?.signed, false);
  const cut = await verifyExport([whole.subarray(0, -5)], { checkpoint });
  assert.deepEqual([cut.first_bad_seq, cut.problem?.kind], [40, 'malformed']);
});

test('a checkpoint not signed with the key is refused before anything is read', async () => {
  const stranger = noteSigner('city.example/ledger', Buffer.alloc(32, 8));
  const checkpoint = signCheckpoint(stranger, 40, rootAt(40));
  const result = await verifyExport([whole], { checkpoint, vkey: signer.vkey });
  assert.deepEqual([result.problem?.kind, result.checked, result.first_bad_seq], ['checkpoint', 0, null]);
  assert.equal((await verifyExport([whole], { checkpoint: 'gibberish' })).problem?.kind, 'checkpoint');
  assert.equal((await verifyExport([whole], { checkpoint, vkey: 'gibberish' })).problem?.kind, 'checkpoint');
});

test('verification can start in the middle, with what is known there', async () => {
  const rest = exportOf(sealed.slice(25));
  const { seq, hash } = sealed[24]!.entry;
  const bare = await verifyExport([rest], { start: { seq, hash } });
  assert.deepEqual(
    [bare.ok, bare.checked, bare.root, bare.balances, bare.balances_sum],
    [true, 15, null, null, null],
  );

  const frontier = Frontier.empty();
  const before = new EntryChain();
  for (const { entry, line } of sealed.slice(0, 25)) {
    frontier.append(leafHash(line));
    assert.equal(before.takeEntry(entry), null);
  }
  const start = { seq, hash, frontier, balances: before.balances! };
  const checkpoint = signCheckpoint(signer, 33, rootAt(33));
  const full = await verifyExport([rest], { start, checkpoint, vkey: signer.vkey });
  assert.deepEqual([full.ok, full.root, full.balances_sum], [true, rootAt(40).toString('base64'), 0]);
  assert.equal(frontier.size, 25, 'the start is unchanged');

  const wrong = await verifyExport([rest], { start: { seq, hash: genesisHash } });
  assert.deepEqual([wrong.first_bad_seq, wrong.problem?.kind], [26, 'link']);
  await assert.rejects(verifyExport([rest], { start: { seq, hash }, checkpoint }), TypeError);
});

test('a refused entry leaves the chain unchanged', () => {
  const chain = new EntryChain();
  const [first, second] = [sealed[0]!.entry, sealed[1]!.entry];
  assert.equal(chain.takeEntry(first), null);
  for (const bad of [first, { ...second, hash: first.hash }, { ...second, prev_hash: second.hash }]) {
    assert.notEqual(chain.takeEntry(bad), null);
  }
  assert.equal(chain.takeEntry(second), null);
  assert.deepEqual(chain.frontier?.root(), rootAt(2));
});
