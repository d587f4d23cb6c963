import { Type } from 'typebox';
import { readEntries } from '../../ledger/entries.ts';
import { createNodeStore } from '../../ledger/nodes.ts';
import { entryLine } from '../../ledger/proof/entry.ts';
import { inclusionProof } from '../../ledger/proof/merkle-proof.ts';
import { writeTlogProof } from '../../ledger/proof/tlog-proof.ts';
import { findReceipt, receiptNodes } from '../../ledger/receipts/log.ts';
import { errors, notFound } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { PublicLedgerDependencies } from './dependencies.ts';

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
      description: 'sha256 in hex of the text of the receipt, all before its empty line.',
    }),
  }),
  example: { params: { hash: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855' } },
  response: {
    status: 200,
    schema: Type.Object({
      index: Type.Integer(),
      size: Type.Integer({ description: 'Of the tree of receipts that the ledger entry names.' }),
      hashes: Type.Array(Type.String({ description: 'A hash in base64.' })),
      anchor: Type.String({ description: 'The C2SP tlog-proof of the ledger entry.' }),
    }),
  },
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
