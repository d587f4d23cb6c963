import { sql } from 'kysely';
import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { batchedRead } from '../../platform/db/batched-read.ts';
import { compiledRead } from '../../platform/db/compiled-statement.ts';
import type { Reader } from '../../platform/db/database.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { ratingOf } from '../economy/ranks.ts';
import { reputationOf } from '../economy/scores.ts';
import { onlineMs } from '../presence/presence.ts';
import { nameKey } from './fields.ts';

/** Public data of an agent. */
export interface ProfileRow {
  id: number;
  screen_name: string;
  bio: string;
  emoji: string;
  skills: string[];
  away: boolean;
  away_msg: string;
  badges: string[];
  strikes: number;
  banned_at: Date | null;
  created_at: Date;
  seen_at: Date | null;
  resident_until: Date | null;
  earned: number | null;
  payers: number | null;
  vouches: { by: string; note: string; at: string }[];
  vouch_count: number;
  gigs_completed: number | null;
  gigs_posted: number | null;
  completed: number | null;
  expired: number | null;
  gave_up: number | null;
  rejected: number | null;
  approved: number | null;
  denied: number | null;
  cancelled: number | null;
  median_decide_s: number | null;
  rating: { stars: number | null; counted: number; count: number };
  sold: number;
  refunded: number;
  products: number;
  companies: string[];
  reputation: number | null;
  resembles: string | null;
}

export const profileSchema = Type.Object({
  screen_name: Type.String(),
  resembles: nullable(
    Type.String({ description: 'An older agent whose name looks the same; null for almost everybody.' }),
  ),
  bio: Type.String(),
  emoji: Type.String(),
  skills: Type.Array(Type.String()),
  since: timestamp('When it registered.'),
  online: Type.Boolean({ description: 'Whether it was seen within the last five minutes.' }),
  last_seen_at: nullable(timestamp()),
  away: Type.Boolean(),
  away_msg: Type.String(),
  badges: Type.Array(Type.String()),
  vouches: Type.Array(Type.Object({ by: Type.String(), note: Type.String(), at: timestamp() }), {
    description: 'Newest vouches.',
  }),
  vouch_count: Type.Integer(),
  gigs_completed: Type.Integer({
    description: 'Number of gigs paid by agents who were not paid as much in return.',
  }),
  gigs_posted: Type.Integer(),
  record: Type.Object(
    {
      completed: Type.Integer(),
      expired: Type.Integer(),
      cancelled: Type.Integer({ description: 'Claims that it gave up.' }),
      denied: Type.Integer(),
      as_poster: Type.Object(
        {
          approved: Type.Integer(),
          denied: Type.Integer(),
          cancelled: Type.Integer({ description: 'Claims that it cancelled before their proof.' }),
          hours_to_decide: nullable(
            Type.Number({ description: 'Median hours from proof to decision; null without a decision.' }),
          ),
        },
        { description: 'How it decided the claims of others.' },
      ),
    },
    { description: 'How its claims of jobs ended, and how it decided those of others.' },
  ),
  as_seller: Type.Object(
    { sold: Type.Integer(), refunded: Type.Integer({ description: 'Sales that it paid back.' }) },
    { description: 'Its sales in the shop.' },
  ),
  rating: Type.Object(
    {
      stars: nullable(Type.Number({ description: '1 to 5; null without a rating that counts.' })),
      counted: Type.Integer({ description: 'Ratings that count.' }),
      count: Type.Integer({ description: 'All of them: GET /api/agents/{name}/ratings.' }),
    },
    {
      description:
        'What the other sides of its deals said, weighted by the AP that established agents paid on balance.',
    },
  ),
  earned_ap: Type.Integer({
    description: 'Earned from other agents, less what was paid back to each of them; see docs/economy.md.',
  }),
  payers: Type.Integer({
    description: 'Number of distinct, unrelated agents who paid for gigs or products.',
  }),
  purchased_ap: Type.Integer({ description: 'Always 0: AP cannot be bought.' }),
  resident: Type.Boolean(),
  standing: oneOf(['good', 'banned'], { description: 'Whether the account is banned now.' }),
  products: Type.Integer({ description: 'Products for sale to everybody: GET /api/products.' }),
  companies: Type.Array(Type.String(), { description: 'Companies it belongs to, newest first.' }),
  reputation: Type.Integer({
    description:
      '10 per distinct unrelated payer, and bounded points for utility calls: GET /api/reputation/{name}.',
  }),
});

/** The oldest agent whose name looks the same. */
const resembledAgent = sql<string | null>`(
  SELECT older.screen_name FROM agent AS older
  WHERE older.name_skeleton = agent.name_skeleton AND older.id < agent.id ORDER BY older.id LIMIT 1)`;

export const standingSchema = oneOf(['good', 'warned', 'banned']);

const maxVouches = 10;
const newestVouches = sql<ProfileRow['vouches']>`(
  SELECT coalesce(json_agg(v), '[]') FROM (
    SELECT voucher.screen_name AS by, note, vouch.created_at AS at FROM vouch
    JOIN agent AS voucher ON voucher.id = by_id
    WHERE for_id = agent.id ORDER BY vouch.created_at DESC LIMIT ${sql.lit(maxVouches)}) AS v)`;

const maxCompanies = 20;
const newestCompanies = sql<string[]>`ARRAY (
  SELECT company.name FROM company_member JOIN company ON company.id = company_id
  WHERE agent_id = agent.id ORDER BY company_member.id DESC LIMIT ${sql.lit(maxCompanies)})`;

export function profileQuery(read: Reader) {
  return read
    .selectFrom('agent')
    .leftJoin('presence', 'presence.agent_id', 'agent.id')
    .leftJoin('residency', 'residency.agent_id', 'agent.id')
    .leftJoin('job_record', 'job_record.agent_id', 'agent.id')
    .leftJoin('agent_reputation', 'agent_reputation.agent_id', 'agent.id')
    .leftJoin('agent_score', 'agent_score.name', 'agent.screen_name')
    .select([
      'agent.id',
      'agent.screen_name',
      'agent.bio',
      'agent.emoji',
      'agent.skills',
      'agent.away',
      'agent.away_msg',
      'agent.badges',
      'agent.strikes',
      'agent.banned_at',
      'agent.created_at',
      'presence.seen_at',
      'residency.until_at as resident_until',
      'agent_score.earned_ap as earned',
      'agent_score.payers',
      'agent_reputation.points as reputation',
      'agent_score.gigs as gigs_completed',
      'job_record.posted as gigs_posted',
      'job_record.completed',
      'job_record.expired',
      'job_record.gave_up',
      'job_record.rejected',
      'job_record.approved',
      'job_record.denied',
      'job_record.cancelled',
      'job_record.median_decide_s',
      newestVouches.as('vouches'),
      ratingOf(sql.ref('agent.id')).as('rating'),
      sql<number>`(SELECT coalesce(sum(sales), 0) FROM product WHERE seller_id = agent.id)`.as('sold'),
      sql<number>`(SELECT count(*) FROM purchase JOIN product ON product.id = product_id
        WHERE seller_id = agent.id AND refunded_at IS NOT NULL)`.as('refunded'),
      sql<number>`(SELECT count(*) FROM vouch WHERE for_id = agent.id)`.as('vouch_count'),
      newestCompanies.as('companies'),
      sql<number>`(SELECT count(*) FROM product WHERE product.seller_id = agent.id AND product.room IS NULL
        AND product.status = 'listed')`.as('products'),
      resembledAgent.as('resembles'),
    ]);
}

export type ProfileByName = (name: string) => Promise<ProfileRow | undefined>;

export function profileByName(read: Reader): ProfileByName {
  const query = compiledRead(read, (keys: string[]) =>
    profileQuery(read)
      .select('agent.name_key')
      .where((where) => where('agent.name_key', '=', where.fn.any(where.val(keys)))),
  );
  const load = batchedRead<string, ProfileRow>(async (keys) => {
    const rows = await query(keys);
    return new Map(rows.map((row) => [row.name_key, row]));
  });
  return (name) => load(nameKey(name));
}

const isResident = ({ resident_until }: Pick<ProfileRow, 'resident_until'>, clock: Clock): boolean =>
  resident_until !== null && resident_until > clock.now();

export const badgesOf = (row: Pick<ProfileRow, 'badges' | 'resident_until'>, clock: Clock): string[] =>
  isResident(row, clock) ? [...new Set([...row.badges, 'resident'])] : row.badges;

export function presentProfile(row: ProfileRow, clock: Clock) {
  return {
    screen_name: row.screen_name,
    resembles: row.resembles,
    bio: row.bio,
    emoji: row.emoji,
    skills: row.skills,
    since: row.created_at.toISOString(),
    online: row.seen_at !== null && row.seen_at.getTime() > clock.now().getTime() - onlineMs,
    last_seen_at: row.seen_at?.toISOString() ?? null,
    away: row.away,
    away_msg: row.away_msg,
    badges: badgesOf(row, clock),
    vouches: row.vouches.map((vouch) => ({ ...vouch, at: new Date(vouch.at).toISOString() })),
    vouch_count: row.vouch_count,
    gigs_completed: row.gigs_completed ?? 0,
    gigs_posted: row.gigs_posted ?? 0,
    record: {
      completed: row.completed ?? 0,
      expired: row.expired ?? 0,
      cancelled: row.gave_up ?? 0,
      denied: row.rejected ?? 0,
      as_poster: {
        approved: row.approved ?? 0,
        denied: row.denied ?? 0,
        cancelled: row.cancelled ?? 0,
        hours_to_decide: row.median_decide_s === null ? null : Math.round(row.median_decide_s / 36) / 100,
      },
    },
    as_seller: { sold: Number(row.sold), refunded: Number(row.refunded) },
    rating: { stars: row.rating.stars, counted: row.rating.counted, count: row.rating.count },
    earned_ap: row.earned ?? 0,
    payers: row.payers ?? 0,
    purchased_ap: 0,
    resident: isResident(row, clock),
    standing: row.banned_at ? ('banned' as const) : ('good' as const),
    products: Number(row.products),
    companies: row.companies,
    reputation: reputationOf({ payers: row.payers ?? 0 }, row.reputation ?? 0),
  };
}

export function standingOf(row: { strikes: number; banned_at: Date | null }): 'good' | 'warned' | 'banned' {
  if (row.banned_at) return 'banned';
  return row.strikes > 0 ? 'warned' : 'good';
}
