import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyRoot, Frontier, leafHash } from '../../../../src/ledger/proof/merkle.ts';
import {
  computeRoot,
  consistencyProof,
  inclusionProof,
  verifyConsistency,
  verifyInclusion,
} from '../../../../src/ledger/proof/merkle-proof.ts';
import {
  path,
  proof,
  rootFromPath,
  rootsFromProof,
  treeHash,
} from '../../../fixtures/ledger/proof/independent.ts';
import { flipBit, MemoryNodes } from '../../../fixtures/ledger/proof/sample.ts';

/** Leaves, roots and proofs of the Certificate Transparency reference tests (transparency-dev/merkle). */
const ctLeaves = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ctRoots = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const ctInclusion: [index: number, size: number, proof: string[]][] = [
  [0, 1, []],
  [
    0,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    5,
    8,
    [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
  [
    1,
    5,
    [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
];
const ctConsistency: [from: number, to: number, proof: string[]][] = [
  [1, 1, []],
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
  [
    6,
    7,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'b08693ec2e721597130641e8211e7eedccb4c26413963eee6c1e2ed16ffb1a5f',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
];

const bytes = ctLeaves.map((hex) => Buffer.from(hex, 'hex'));
const hexes = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));
const buffers = (hashes: readonly string[]) => hashes.map((hash) => Buffer.from(hash, 'hex'));

test('roots match the published ones', async () => {
  const nodes = new MemoryNodes(bytes);
  const growing = Frontier.empty();
  for (const [size, root] of ctRoots.entries()) {
    assert.equal((await computeRoot(nodes, size)).toString('hex'), root);
    assert.equal(growing.root().toString('hex'), root);
    assert.equal(treeHash(bytes.slice(0, size)).toString('hex'), root);
    if (size < bytes.length) growing.append(leafHash(bytes[size]!));
  }
});

test('inclusion proofs match the published ones', async () => {
  const nodes = new MemoryNodes(bytes);
  for (const [index, size, expected] of ctInclusion) {
    assert.deepEqual(hexes(await inclusionProof(nodes, index, size)), expected);
    assert.deepEqual(hexes(path(index, bytes.slice(0, size))), expected);
    const root = Buffer.from(ctRoots[size]!, 'hex');
    assert.ok(verifyInclusion(leafHash(bytes[index]!), index, size, buffers(expected), root));
  }
});

test('consistency proofs match the published ones', async () => {
  const nodes = new MemoryNodes(bytes);
  for (const [from, to, expected] of ctConsistency) {
    assert.deepEqual(hexes(await consistencyProof(nodes, from, to)), expected);
    assert.deepEqual(hexes(proof(from, bytes.slice(0, to))), expected);
    const [fromRoot, toRoot] = buffers([ctRoots[from]!, ctRoots[to]!]);
    assert.ok(verifyConsistency(from, to, fromRoot!, toRoot!, buffers(expected)));
  }
});

const leaves = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 });
const spot = fc.nat(2 ** 20);

test('inclusion: both implementations agree, and no flipped bit, other index or other length passes', async () => {
  await fc.assert(
    fc.asyncProperty(leaves, spot, spot, spot, spot, async (all, a, b, bit, which) => {
      const size = 1 + (a % all.length);
      const index = b % size;
      const nodes = new MemoryNodes(all);
      const root = await computeRoot(nodes, size);
      const audit = await inclusionProof(nodes, index, size);
      const leaf = leafHash(all[index]!);
      assert.deepEqual(root, treeHash(all.slice(0, size)));
      assert.deepEqual(audit, path(index, all.slice(0, size)));
      assert.deepEqual(rootFromPath(all[index]!, index, size, audit), root);
      assert.ok(verifyInclusion(leaf, index, size, audit, root));

      assert.ok(!verifyInclusion(flipBit(leaf, bit), index, size, audit, root));
      assert.ok(!verifyInclusion(leaf, index, size, audit, flipBit(root, bit)));
      assert.ok(!verifyInclusion(leaf, index, size, [...audit, root], root));
      assert.ok(!verifyInclusion(leaf, index, size, [root, ...audit], root));
      assert.ok(!verifyInclusion(leaf, index + size, size, audit, root));
      if (audit.length > 0) {
        const at = which % audit.length;
        assert.ok(!verifyInclusion(leaf, index, size, audit.with(at, flipBit(audit[at]!, bit)), root));
        assert.ok(!verifyInclusion(leaf, index, size, audit.toSpliced(at, 1), root));
        assert.ok(!verifyInclusion(leaf, index, size, audit.with(at, audit[at]!.subarray(1)), root));
        const other = (index + 1 + (which % (size - 1))) % size;
        if (!leafHash(all[other]!).equals(leaf)) assert.ok(!verifyInclusion(leaf, other, size, audit, root));
      }
    }),
    { numRuns: 300 },
  );
});

test('consistency: both implementations agree, and no flipped bit, other size or other length passes', async () => {
  await fc.assert(
    fc.asyncProperty(leaves, spot, spot, spot, spot, async (all, a, b, bit, which) => {
      const to = 1 + (a % all.length);
      const from = 1 + (b % to);
      const nodes = new MemoryNodes(all);
      const [fromRoot, toRoot] = [await computeRoot(nodes, from), await computeRoot(nodes, to)];
      const hashes = await consistencyProof(nodes, from, to);
      assert.deepEqual(hashes, proof(from, all.slice(0, to)));
      assert.deepEqual(rootsFromProof(from, to, hashes, fromRoot), [fromRoot, toRoot]);
      assert.ok(verifyConsistency(from, to, fromRoot, toRoot, hashes));

      assert.ok(!verifyConsistency(from, to, flipBit(fromRoot, bit), toRoot, hashes));
      assert.ok(!verifyConsistency(from, to, fromRoot, flipBit(toRoot, bit), hashes));
      assert.ok(!verifyConsistency(from, to, fromRoot, toRoot, [...hashes, toRoot]));
      if (from < to) assert.ok(!verifyConsistency(to, from, toRoot, fromRoot, hashes));
      if (hashes.length > 0) {
        const at = which % hashes.length;
        assert.ok(!verifyConsistency(from, to, fromRoot, toRoot, hashes.with(at, flipBit(hashes[at]!, bit))));
        assert.ok(!verifyConsistency(from, to, fromRoot, toRoot, hashes.toSpliced(at, 1)));
        assert.ok(!verifyConsistency(from, to, fromRoot, toRoot, []));
      }
    }),
    { numRuns: 300 },
  );
});

test('the empty tree is a prefix of every tree, and nothing else passes for it', async () => {
  const nodes = new MemoryNodes(bytes);
  const root = await computeRoot(nodes, 8);
  assert.deepEqual(await consistencyProof(nodes, 0, 8), []);
  assert.ok(verifyConsistency(0, 8, emptyRoot, root, []));
  assert.ok(verifyConsistency(0, 0, emptyRoot, emptyRoot, []));
  assert.ok(!verifyConsistency(0, 8, root, root, []));
  assert.ok(!verifyConsistency(0, 0, root, root, []));
  assert.ok(!verifyConsistency(0, 8, emptyRoot, root, [root]));
});

test('indexes outside the tree are refused', async () => {
  const nodes = new MemoryNodes(bytes);
  await assert.rejects(inclusionProof(nodes, 8, 8), RangeError);
  await assert.rejects(inclusionProof(nodes, -1, 8), RangeError);
  await assert.rejects(inclusionProof(nodes, 0.5, 8), RangeError);
  await assert.rejects(inclusionProof(nodes, 0, 0), RangeError);
  await assert.rejects(consistencyProof(nodes, 5, 4), RangeError);
  await assert.rejects(computeRoot(nodes, Number.NaN), RangeError);
});

test('a frontier is restored from its row and continues', () => {
  fc.assert(
    fc.property(leaves, spot, (all, a) => {
      const cut = a % (all.length + 1);
      const before = Frontier.empty();
      for (const leaf of all.slice(0, cut)) before.append(leafHash(leaf));
      const row = before.toBuffer();
      const after = Frontier.fromBuffer(row);
      row.fill(0);
      for (const leaf of all.slice(cut)) after.append(leafHash(leaf));
      assert.equal(after.size, all.length);
      assert.deepEqual(after.root(), treeHash(all));
      const longer = Buffer.concat([after.toBuffer(), Buffer.alloc(1)]);
      assert.throws(() => Frontier.fromBuffer(longer), /not a Merkle frontier/);
      assert.throws(() => Frontier.fromBuffer(longer.subarray(0, -2)), /not a Merkle frontier/);
    }),
  );
  assert.throws(() => Frontier.fromBuffer(Buffer.alloc(0)), /not a Merkle frontier/);
});

test('sizes beyond 32 bits are handled correctly', async () => {
  // Every perfect node of a tree of equal leaves is determined by its level.
  const levels = [leafHash('same')];
  for (let level = 1; level < 41; level++) {
    const frontier = Frontier.empty();
    frontier.append(levels[level - 1]!);
    levels.push(frontier.append(levels[level - 1]!).at(-1)!.hash);
  }
  const same = {
    getNodes: async (ids: readonly { level: number }[]) => ids.map(({ level }) => levels[level]!),
  };
  const [from, to] = [2 ** 33 + 5, 2 ** 40 - 3];
  const [fromRoot, toRoot] = [await computeRoot(same, from), await computeRoot(same, to)];
  assert.ok(verifyConsistency(from, to, fromRoot, toRoot, await consistencyProof(same, from, to)));
  assert.ok(verifyInclusion(levels[0]!, from, to, await inclusionProof(same, from, to), toRoot));
});
