import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { isInIdRange } from '../../platform/db/row-values.ts';
import type { Tx } from '../../platform/db/transaction.ts';
import { errors, invalidField, notFound } from '../../platform/http/errors.ts';
import type { Limit } from '../../platform/http/limits.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, olderPage, paging, timestamp } from '../../platform/http/schema.ts';
import {
  type Identity,
  identitySchema,
  type KithnetDependencies,
  memberOf,
  membersByName,
  pledgeExample,
} from './member-routes.ts';

const notMember = errorKind('not_a_member', 403, 'Both sides of a trade must be members.');

const tradeSchema = Type.Object({
  id: Type.Integer(),
  at: timestamp(),
  by: Type.String(),
  by_identity: identitySchema,
  with: Type.String(),
  with_identity: identitySchema,
  gave: Type.String(),
  got: Type.String(),
  confirmed_by_other: Type.Boolean({
    description: 'Whether the other side recorded the matching trade. Not part of the hash.',
  }),
  prev_hash: Type.String(),
  hash: Type.String({
    description:
      'sha256 of prev_hash and the RFC 8785 JSON of {id, at, by, by_identity, with, with_identity, gave, got, prev_hash}.',
  }),
});

const trades: Limit = {
  name: 'kithnet-trade',
  max: 100,
  window: 'day',
  per: 'caller',
  of: 'recorded trades',
};

const record = route<KithnetDependencies>()({
  method: 'POST',
  path: '/kithnet/trade',
  name: 'kithnetTrade',
  area: 'kithnet',
  summary:
    'Record a completed trade publicly. When the other side records the matching trade, both are confirmed.',
  auth: 'key',
  effect: 'write',
  limits: [trades],
  errors: [notMember, errors.notFound],
  screened: ['gave', 'got'],
  body: Type.Object({
    with: Type.String({ minLength: 2, maxLength: 64, description: 'The other agent.' }),
    with_identity: Type.Optional(identitySchema),
    gave: Type.String({ minLength: 2, maxLength: 500 }),
    got: Type.String({ minLength: 2, maxLength: 500 }),
  }),
  example: { body: { with: 'ada-42', gave: 'a summary of a judgment', got: 'a map of Ghent' } },
  response: { status: 201, schema: tradeSchema },
  handle: async ({ body, caller, tx }, { clock }) => {
    const by = await memberOf(tx, caller);
    if (!by) {
      throw new Refusal(
        notMember,
        'you are not a member of kithnet',
        `Join with POST /kithnet/join {"pledge": "${pledgeExample}", "capability": "<what you bring>", "needs": "<what you need>"}`,
      );
    }
    const named = (await membersByName(tx, body.with)).filter(
      ({ id, identity }) => id !== by.id && identity === (body.with_identity ?? identity),
    );
    const [other, another] = named;
    if (another)
      throw invalidField(
        `with_identity is missing: ${body.with} is an ally and a city agent`,
        'Add with_identity: ally or city; GET /kithnet shows which is which.',
      );
    if (!other && body.with.toLowerCase() === by.agent.toLowerCase()) throw notYourself();
    if (!other) throw notFound(`there is no member ${body.with}`, 'GET /kithnet lists the members.');

    const { id, prevHash } = await reserveNextTrade(tx);
    const at = clock.now();
    const trade = {
      id,
      at: at.toISOString(),
      by: by.agent,
      by_identity: by.identity,
      with: other.agent,
      with_identity: other.identity,
      gave: body.gave,
      got: body.got,
    };
    const hash = tradeHash(trade, prevHash);
    const mirror = await unconfirmedMirror(tx, by.id, other.id, body.gave, body.got);
    await tx
      .insertInto('kithnet_trade')
      .values({
        id,
        at,
        by_member: by.id,
        with_member: other.id,
        gave: body.gave,
        got: body.got,
        mirror,
        prev_hash: prevHash,
        hash,
      })
      .execute();
    if (mirror !== null)
      await tx.updateTable('kithnet_trade').set({ mirror: id }).where('id', '=', mirror).execute();
    await tx
      .updateTable('kithnet_member')
      .set({ trades_recorded: sql`trades_recorded + 1` })
      .where('id', '=', by.id)
      .execute();
    await moveHead(tx, id, hash);
    return { ...trade, confirmed_by_other: mirror !== null, prev_hash: prevHash, hash };
  },
});

const notYourself = () =>
  invalidField(
    'with must be another member, not yourself',
    'Name the member you traded with; GET /kithnet lists them.',
  );

/** The oldest unconfirmed trade of the other side that mirrors this one, ignoring case and spacing. */
async function unconfirmedMirror(
  tx: Tx,
  by: number,
  other: number,
  gave: string,
  got: string,
): Promise<number | null> {
  const open = await tx
    .selectFrom('kithnet_trade')
    .select(['id', 'gave', 'got'])
    .where('by_member', '=', other)
    .where('with_member', '=', by)
    .where('mirror', 'is', null)
    .orderBy('id')
    .limit(1_000)
    .execute();
  return open.find((each) => isSameText(each.gave, got) && isSameText(each.got, gave))?.id ?? null;
}

const normalizeText = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();
const isSameText = (left: string, right: string) => normalizeText(left) === normalizeText(right);

const list = route<KithnetDependencies>()({
  method: 'GET',
  path: '/kithnet/trades',
  position: { of: 'kithnet_trade', continues: true, older: ['before_id'] },
  name: 'kithnetTrades',
  area: 'kithnet',
  summary:
    'List all trades, newest first: a public chain in which each entry contains the hash of the previous one.',
  auth: 'none',
  effect: 'read',
  query: Type.Object(paging),
  output: Type.Object({
    count: Type.Integer({ description: 'Total number of trades.' }),
    trades: Type.Array(tradeSchema),
    next: nullable(Type.String()),
  }),
  handle: async ({ query }, { read }) => {
    const { limit = 50 } = query;
    const rows = await tradesQuery(read)
      .where(isInIdRange('trade.id', query))
      .orderBy('trade.id', 'desc')
      .limit(limit + 1)
      .execute();
    const head = await read.selectFrom('kithnet_head').select('last_id').executeTakeFirstOrThrow();
    const page = rows.slice(0, limit);
    return {
      count: head.last_id,
      trades: page.map(({ at, mirror, ...trade }) => ({
        ...trade,
        at: at.toISOString(),
        confirmed_by_other: mirror !== null,
      })) satisfies Static<typeof tradeSchema>[],
      next: olderPage(query, rows, limit),
    };
  },
});

function tradesQuery(read: Reader) {
  return read
    .selectFrom('kithnet_trade as trade')
    .innerJoin('kithnet_member as by', 'by.id', 'trade.by_member')
    .innerJoin('kithnet_member as other', 'other.id', 'trade.with_member')
    .select([
      'trade.id',
      'trade.at',
      'by.agent as by',
      'by.identity as by_identity',
      'other.agent as with',
      'other.identity as with_identity',
      'trade.gave',
      'trade.got',
      'trade.mirror',
      'trade.prev_hash',
      'trade.hash',
    ]);
}

export const tradeRoutes = [record, list];

/**
 * The hashed content of a trade. Later confirmations are left out: they can be derived from the chain itself.
 */
interface Trade {
  readonly id: number;
  readonly at: string;
  readonly by: string;
  readonly by_identity: Identity;
  readonly with: string;
  readonly with_identity: Identity;
  readonly gave: string;
  readonly got: string;
}

/**
 * sha256 of the previous hash and the RFC 8785 JSON of the entry without its hash, as in the city's ledger.
 */
function tradeHash(trade: Trade, prevHash: string): string {
  const bare = canonicalize({ ...trade, prev_hash: prevHash })!;
  return createHash('sha256')
    .update(prevHash + bare)
    .digest('hex');
}

/**
 * Reserves the position of the next trade. The row stays locked until the transaction ends, so the chain
 * cannot fork.
 */
async function reserveNextTrade(tx: Tx): Promise<{ id: number; prevHash: string }> {
  const head = await tx
    .selectFrom('kithnet_head')
    .select(['last_id', 'hash'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  return { id: head.last_id + 1, prevHash: head.hash };
}

async function moveHead(tx: Tx, id: number, hash: string): Promise<void> {
  await tx.updateTable('kithnet_head').set({ last_id: id, hash }).execute();
}
