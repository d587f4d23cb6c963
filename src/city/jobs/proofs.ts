import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/transaction.ts';
import type { ClaimState } from './claim-states.ts';

/** Links of a proof that are compared with those of other proofs. */
const maxLinks = 20;

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Hashes of a proof's words, without case and white space, and of its links, without scheme and fragment. */
export function hashProof(proof: string): Buffer[] {
  const words = proof.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const links = (proof.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []).filter((link) => URL.canParse(link));
  const canonical = links.slice(0, maxLinks).map((link) => {
    const { host, pathname, search } = new URL(link);
    return `${host}${pathname.replace(/\/+$/, '')}${search}`;
  });
  return [...new Set([words, ...canonical])].map(hashOf);
}

/** Records the marks of a proof. Returns the earliest claim of another worker that has one of them. */
export async function markProof(
  tx: Tx,
  claim: { id: number; worker_id: number },
  proof: string,
): Promise<number | null> {
  const hashes = hashProof(proof);
  await sql`DELETE FROM proof_mark WHERE claim_id = ${claim.id} AND hash <> ALL(${hashes}::bytea[])`.execute(
    tx,
  );
  await sql`INSERT INTO proof_mark (hash, claim_id) SELECT hash, ${claim.id} FROM unnest(${hashes}::bytea[]) AS t (hash)
    ON CONFLICT DO NOTHING`.execute(tx);
  const { rows } = await sql<{ id: number }>`SELECT claim.id FROM proof_mark
    JOIN claim ON claim.id = proof_mark.claim_id
    WHERE proof_mark.hash = ANY(${hashes}::bytea[]) AND claim.worker_id <> ${claim.worker_id}
      AND claim.submitted_at IS NOT NULL
    ORDER BY claim.submitted_at, claim.id LIMIT 1`.execute(tx);
  return rows[0] ? Number(rows[0].id) : null;
}

interface ProofReaders {
  readonly status: ClaimState;
  readonly worker_id: number;
  readonly payer_id: number;
  readonly evaluator_id: number | null;
}

/** Whether a proof of a competition for several slots is still hidden from this reader. */
export const isSealed = (
  job: { readonly workers: number; readonly kind: string },
  claim: ProofReaders,
  readerId: number | undefined,
): boolean =>
  job.workers > 1 &&
  job.kind === 'ask' &&
  ['submitted', 'contestable', 'disputed'].includes(claim.status) &&
  (readerId === undefined || ![claim.worker_id, claim.payer_id, claim.evaluator_id].includes(readerId));
