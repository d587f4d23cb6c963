import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { openCheckpoint, signCheckpoint } from '../../../../src/ledger/proof/checkpoint.ts';
import { cosign, verifyCosignatures } from '../../../../src/ledger/proof/cosignature.ts';
import { Frontier, leafHash, nodeHash } from '../../../../src/ledger/proof/merkle.ts';
import { verifyConsistency, verifyInclusion } from '../../../../src/ledger/proof/merkle-proof.ts';
import { keyTypes, NoteError, noteSigner, splitNote } from '../../../../src/ledger/proof/note.ts';
import { encodeBundle, listTiles, parseTile, tilePath } from '../../../../src/ledger/proof/tile.ts';
import { readTlogProof, verifyTlogProof, writeTlogProof } from '../../../../src/ledger/proof/tlog-proof.ts';

/** Values that Go's sumdb/note and tlog, and torchwood, agree on. */
const leaves = [...'abcde'];
const seedFrom = (first: number) => Buffer.from(Array.from({ length: 32 }, (_, i) => first + i));
const log = noteSigner('log.example/kith', seedFrom(0));
const witness = noteSigner('witness.example/w1', seedFrom(0x20), keyTypes.witness);
const time = 1_700_000_000;
const root5 = Buffer.from('/hSlQm+9cMD6c/UjQq/tDaC9I8SDhmLM9riKMHDq2Xs=', 'base64');
const root3 = Buffer.from('NmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=', 'base64');
const logLine =
  '— log.example/kith ZdyCYHAuMXmM/gnIHzn/oIco0JN3CDMULNyJWxcdqzqiXcofe2nJOVmugbguDzViLLNYCZH+3Z0cZPryuIhRv44HQgs=\n';
const witnessLine =
  '— witness.example/w1 IDJKvgAAAABlU/EAaHA5JezTP1QxGrgLQOyIx14sTEEPFLFljCExohL5874RP1EMYFtS9BXtaBKUUBNvfPKAsuSWvfBrHVVaEuheCA==\n';

test('keys, checkpoint and cosignature match bit for bit', () => {
  assert.equal(log.vkey, 'log.example/kith+65dc8260+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4');
  assert.equal(witness.vkey, 'witness.example/w1+20324abe+BCmsuuFBvMrwsi4alNNNC8c2HlJtC/4SyJeUvJMilm3X');
  const note = signCheckpoint(log, 5, root5);
  assert.ok(note.endsWith(`\n\n${logLine}`));
  const { text } = splitNote(note);
  assert.equal(Buffer.byteLength(`cosignature/v1\ntime ${time}\n${text}`), 95);
  assert.equal(cosign(witness, text, time), witnessLine);
  const cosigned = note + witnessLine;
  assert.deepEqual(verifyCosignatures(cosigned, [witness]), [{ witness: 'witness.example/w1', time }]);
  assert.deepEqual(openCheckpoint(cosigned, log).root, root5);
  const wrong = cosigned.replace('\n5\n', '\n6\n');
  assert.throws(() => verifyCosignatures(wrong, [witness]), NoteError);
});

test('tile bytes, bundle bytes, roots and proofs match bit for bit', () => {
  const frontier = Frontier.empty();
  const hashes = leaves.map(leafHash);
  for (const hash of hashes) frontier.append(hash);
  assert.deepEqual(frontier.root(), root5);
  assert.deepEqual(
    hashes.map((hash) => hash.toString('base64')),
    [
      'Aippeebat6pa5MPl5F9+l3ESp+Y1k4INvsHsc4ok+Tw=',
      'V+s1YV1H807HFMrN9f10YIpejhAnJOgLJLKHwMJ7ajE=',
      'WX/LMSgtNGVMIA00GPylcFxkjr8ybsc9jd7xGEH4dtg=',
      '0HDcW42prqfcD1rUwp2JllIABZyaDOyjq9XaJJLctx0=',
      'KCSnzNosqnIMhcn7oei1tzXuz9sDh45Pjf5sNiUDC8Q=',
    ],
  );
  assert.equal(encodeBundle(leaves).toString('hex'), '000161000162000163000164000165');
  const left = Buffer.from('MzdqO9Y+mZNwioTd/mworli4NQXdH+1xG9kk7FpiOfA=', 'base64');
  assert.ok(verifyInclusion(hashes[4]!, 4, 5, [left], root5));
  const first = nodeHash(hashes[0]!, hashes[1]!);
  assert.equal(first.toString('base64'), 'sTeYX/SE+2ANuTEHx3sDZcgNePW0Kd7Q/Zc2HQd5mes=');
  assert.ok(verifyConsistency(3, 5, root3, root5, [hashes[2]!, hashes[3]!, first, hashes[4]!]));
});

test('a proof file leads to its checkpoint, and fails with any byte changed', () => {
  const left = Buffer.from('MzdqO9Y+mZNwioTd/mworli4NQXdH+1xG9kk7FpiOfA=', 'base64');
  const note = signCheckpoint(log, 5, root5) + witnessLine;
  const file = writeTlogProof({ line: Buffer.from('e'), index: 4, hashes: [left], note });
  const plain = file.replace(/^extra .*\n/m, '');
  assert.equal(Buffer.byteLength(plain), 384);
  assert.equal(
    createHash('sha256').update(plain).digest('hex'),
    '65b91bd769c654e9a63ea7a7b3866c856fc5515a6386171e7222a5bd2788dc52',
  );
  assert.equal(verifyTlogProof(readTlogProof(file)).size, 5);
  for (const [from, to] of [
    ['index 4', 'index 3'],
    ['index 4', 'index 04'],
    ['extra ZQ==', 'extra Zg=='],
    ['extra ZQ==', 'extra ZR=='],
    ['MzdqO9', 'MzdqO8'],
    ['@v1', '@v2'],
    ['\n5\n', '\n4\n'],
  ])
    assert.throws(
      () => verifyTlogProof(readTlogProof(file.replace(from!, to!))),
      NoteError,
      `${from} → ${to}`,
    );
});

const paths = (size: number, from = 0) =>
  [...listTiles(size, from)].filter(({ level }) => level !== 'entries').map((id) => tilePath(id).slice(5));

test('a tree has exactly the tiles of its size', () => {
  assert.deepEqual(paths(256), ['0/000', '1/000.p/1']);
  assert.deepEqual(paths(257), ['0/000', '0/001.p/1', '1/000.p/1']);
  const long = paths(70_000);
  assert.deepEqual(long.slice(-6), ['0/271', '0/272', '0/273.p/112', '1/000', '1/001.p/17', '2/000.p/1']);
  const million = paths(1_000_000);
  assert.deepEqual(
    million.filter((path) => path.includes('.p')),
    ['0/x003/906.p/64', '1/015.p/66', '2/000.p/15'],
  );
  assert.equal(million.length, 3_906 + 15 + 3);
  assert.deepEqual(paths(70_200, 70_000), ['0/273', '0/274.p/56', '1/001.p/18']);
  assert.deepEqual(paths(0), []);
});

test('a tile has one canonical path', () => {
  assert.deepEqual(parseTile('0', 'x001/x234/067'), { level: 0, index: 1_234_067, width: 256 });
  assert.deepEqual(parseTile('entries', '000.p/255'), { level: 'entries', index: 0, width: 255 });
  for (const [level, rest] of [
    ['0', '0'],
    ['0', 'x000/001'],
    ['0', '1000'],
    ['0', '001/000'],
    ['0', 'x001'],
    ['0', '000.p/0'],
    ['0', '000.p/256'],
    ['0', '000.p/01'],
    ['64', '000'],
    ['00', '000'],
    ['data', '000'],
    ['0', '000/'],
    ['0', ''],
  ])
    assert.equal(parseTile(level!, rest!), undefined, `${level}/${rest}`);
});
