import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { hashSecret } from '../../platform/keys/secret.ts';

const validMs = 5 * 60_000;
const maxPrunedPerCall = 100;

export interface Approval {
  readonly clientId: string;
  readonly clientName: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly agentId: number;
  readonly approvedWith: Buffer;
  readonly scopes: readonly string[];
  readonly spendCap: number | null;
}

/** Stores an approval and returns its code. */
export async function issueCode(
  { transaction, clock }: { transaction: Transact; clock: Clock },
  approval: Approval,
): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  const now = clock.now();
  await transaction(async (tx) => {
    await tx
      .insertInto('oauth_code')
      .values({
        code_hash: hashSecret(code),
        client_hash: hashSecret(approval.clientId),
        client_name: approval.clientName,
        redirect_uri: approval.redirectUri,
        challenge: approval.challenge,
        agent_id: approval.agentId,
        approved_with: approval.approvedWith,
        scopes: [...approval.scopes],
        spend_cap: approval.spendCap,
        expires_at: new Date(now.getTime() + validMs),
      })
      .execute();
    await sql`DELETE FROM oauth_code WHERE code_hash IN (
      SELECT code_hash FROM oauth_code WHERE expires_at < ${now} LIMIT ${sql.lit(maxPrunedPerCall)})`.execute(
      tx,
    );
  });
  return code;
}

interface CodeRedemption {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
}

/** Deletes the code, so that it is redeemed once; undefined unless every parameter matches. */
export async function redeemCode(
  tx: Tx,
  { code, clientId, redirectUri, verifier }: CodeRedemption,
  now: Date,
) {
  const row = await tx
    .deleteFrom('oauth_code')
    .where('code_hash', '=', hashSecret(code))
    .returningAll()
    .executeTakeFirst();
  const agrees =
    row &&
    row.expires_at > now &&
    row.client_hash.equals(hashSecret(clientId)) &&
    row.redirect_uri === redirectUri &&
    row.challenge === createHash('sha256').update(verifier).digest('base64url');
  return agrees ? row : undefined;
}
