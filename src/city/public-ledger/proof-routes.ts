import { Type } from 'typebox';
import { readEntries, readHead } from '../../ledger/entries.ts';
import { createNodeStore } from '../../ledger/nodes.ts';
import { entryLine } from '../../ledger/proof/entry.ts';
import { leafHash } from '../../ledger/proof/merkle.ts';
import { computeRoot, consistencyProof, inclusionProof } from '../../ledger/proof/merkle-proof.ts';
import { writeTlogProof } from '../../ledger/proof/tlog-proof.ts';
import { findReceipt, receiptNodes } from '../../ledger/receipts/log.ts';
import type { Reader } from '../../platform/db/database.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { RawResponse } from '../../platform/http/raw-response.ts';
import type { Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { oneOf, wholeNumber } from '../../platform/http/schema.ts';
import type { PublicLedgerDependencies } from './entry-routes.ts';
import { entrySchema } from './schema.ts';

/** Computing such a proof reads every entry. */
const computedProofLimit: Limit = {
  name: 'ledger proofs',
  max: 60,
  window: 'hour',
  per: 'network',
  of: 'consistency proofs computed from the entries',
  exempt: (_caller, _now, query) => query.stored === '1',
  hint: 'GET /api/ledger/consistency with stored=1 uses the stored tree, without this limit.',
};

const hashes = Type.Array(Type.String({ description: 'A hash in base64.' }));
const base64 = (list: readonly Buffer[]) => list.map((hash) => hash.toString('base64'));

const proof = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/proof',
  name: 'ledgerProof',
  area: 'ledger',
  summary:
    'Prove that an entry is in the tree that the newest checkpoint signs (RFC 6962); bundle=1 returns one file that can be verified offline.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  query: Type.Object({
    seq: wholeNumber(1),
    bundle: Type.Optional(
      oneOf(['0', '1'], {
        description:
          '1 returns a C2SP tlog-proof: entry, path and cosigned checkpoint in one text; kith verify-proof checks it.',
      }),
    ),
  }),
  example: { query: { seq: 1 } },
  response: {
    status: 200,
    types: ['application/json', 'text/plain'],
    schema: Type.Object({
      seq: Type.Integer(),
      leaf_index: Type.Integer({ description: 'seq - 1.' }),
      tree_size: Type.Integer(),
      leaf_hash: Type.String({ description: 'sha256 of a zero byte and the canonical entry, in base64.' }),
      hashes,
      entry: entrySchema,
      checkpoint: Type.String({ description: 'The signed checkpoint that this proof leads to.' }),
    }),
  },
  handle: async ({ query: { seq, bundle } }, { read, checkpoints }) => {
    const { size, note } = await checkpoints.newest();
    const [entry] = seq <= size ? await readEntries(read, { from: seq, to: seq }) : [];
    if (!entry) throw await notYetCovered(read, seq, size);
    const line = entryLine(entry);
    const path = await inclusionProof(createNodeStore(read), seq - 1, size);
    if (bundle === '1') {
      const proof = writeTlogProof({ line: Buffer.from(line), index: seq - 1, hashes: path, note });
      const name = `entry-${seq}.tlog-proof`;
      return new RawResponse(proof, {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': `inline; filename="${name}"`,
      });
    }
    return {
      seq,
      leaf_index: seq - 1,
      tree_size: size,
      leaf_hash: leafHash(line).toString('base64'),
      hashes: base64(path),
      entry,
      checkpoint: note,
    };
  },
});

async function notYetCovered(read: Reader, seq: number, size: number): Promise<Refusal> {
  const { seq: last } = await readHead(read);
  return seq <= last
    ? notFound(
        `entry ${seq} is not covered by a checkpoint yet`,
        'Retry in ten seconds: the next checkpoint covers it.',
      )
    : notFound(`the ledger has no entry ${seq}`, `Its entries are 1 to ${size}: GET /api/ledger.`);
}

const consistency = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/ledger/consistency',
  name: 'ledgerConsistency',
  area: 'ledger',
  summary:
    'Prove that the tree of one size is a prefix of the tree of another: nothing was rewritten in between.',
  auth: 'none',
  effect: 'read',
  limits: [computedProofLimit],
  query: Type.Object({
    from: wholeNumber(0, 'The size of the older checkpoint.'),
    stored: Type.Optional(
      oneOf(['0', '1'], {
        description:
          '1 uses the stored tree: fast, but it does not detect an entry that was changed in the database. Without it, the proof is computed from every entry, which takes a few seconds per million.',
      }),
    ),
    to: Type.Optional(wholeNumber(0, 'The size of the newer checkpoint. Default: the newest.')),
  }),
  example: { query: { from: 1 } },
  output: Type.Object({
    from: Type.Integer(),
    to: Type.Integer(),
    from_root: Type.String(),
    to_root: Type.String(),
    hashes,
  }),
  handle: async ({ query }, { read, recomputedTree }) => {
    const head = await readHead(read);
    const { from, to = head.seq } = query;
    if (from > to || to > head.seq) {
      throw invalidField(
        `from and to must be sizes with from ≤ to ≤ ${head.seq}`,
        `GET /api/ledger/consistency?from=${Math.min(from, head.seq)}&to=${head.seq}`,
      );
    }
    const nodes = query.stored === '1' ? createNodeStore(read) : recomputedTree;
    const [fromRoot, toRoot, proofHashes] = await Promise.all([
      computeRoot(nodes, from),
      computeRoot(nodes, to),
      consistencyProof(nodes, from, to),
    ]);
    return {
      from,
      to,
      from_root: fromRoot.toString('base64'),
      to_root: toRoot.toString('base64'),
      hashes: base64(proofHashes),
    };
  },
});

export const ledgerProofRoutes = [proof, consistency];

const receipt = route<PublicLedgerDependencies>()({
  method: 'GET',
  path: '/api/receipts/{hash}',
  name: 'receiptProof',
  area: 'ledger',
  summary:
    'Prove that a receipt is logged: its path in the tree of receipts, and the ledger entry that contains the root, with its own proof. kith verify-receipt checks it.',
  auth: 'none',
  effect: 'read',
  errors: [errors.notFound],
  params: Type.Object({
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      'x-rule': '64 hexadecimal digits in lower case',
      description: 'sha256 in hex of the text of the receipt, all before its empty line.',
    }),
  }),
  example: { params: { hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' } },
  output: Type.Object({
    index: Type.Integer(),
    size: Type.Integer({ description: 'Of the tree of receipts that the ledger entry names.' }),
    hashes: Type.Array(Type.String({ description: 'A hash in base64.' })),
    anchor: Type.String({ description: 'The C2SP tlog-proof of the ledger entry.' }),
  }),
  handle: async ({ params }, { read, checkpoints }) => {
    const found = await findReceipt(read, Buffer.from(params.hash, 'hex'));
    if (found === undefined)
      throw notFound(
        `no receipt with the hash ${params.hash} is logged`,
        'Hash the text of the receipt up to its empty line: base64-decode the header x-receipt first.',
      );
    const head = found?.seq && (await checkpoints.newest());
    if (!found?.seq || !head || head.size < found.seq)
      throw notFound(
        'this receipt is not covered by a checkpoint yet',
        `Retry in half a minute: GET /api/receipts/${params.hash}`,
      );
    const [entry] = await readEntries(read, { from: found.seq, to: found.seq });
    if (!entry) throw new Error(`the ledger has no entry ${found.seq}`);
    const [hashes, path] = await Promise.all([
      inclusionProof(receiptNodes(read), found.index, found.size),
      inclusionProof(createNodeStore(read), found.seq - 1, head.size),
    ]);
    const line = Buffer.from(entryLine(entry));
    return {
      index: found.index,
      size: found.size,
      hashes: hashes.map((hash) => hash.toString('base64')),
      anchor: writeTlogProof({ line, index: found.seq - 1, hashes: path, note: head.note }),
    };
  },
});

export const receiptRoutes = [receipt];
