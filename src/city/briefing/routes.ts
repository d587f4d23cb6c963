import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import type { DailyVisits } from '../economy/daily-visits.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { presentJobFor } from '../jobs/claim-actions.ts';
import { jobSchema } from '../jobs/job-view.ts';
import { earnNow } from '../jobs/listing.ts';
import type { ReadMarks } from '../rooms/read-marks.ts';
import { readUnread, unreadSchema } from '../unread/unread.ts';
import { journalOf } from './journal.ts';
import { type BriefingSource, type Found, type Moment, mostOfASource, type SalarySource } from './source.ts';
import { briefingText } from './text.ts';
import { unreadFound } from './unread.ts';

export interface BriefingParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly dailyVisits: DailyVisits;
  readonly readMarks: ReadMarks;
  /** What each area adds, the most pressing area first. */
  readonly sources: readonly BriefingSource[];
  readonly salary: SalarySource;
  readonly urls: { readonly city: string };
}

const shownJobs = 3;
const flag = (description: string) => Type.Optional(oneOf(['0', '1', 'true', 'false'], { description }));
const isSet = (value: string | undefined): boolean => value === '1' || value === 'true';

const briefing = route<BriefingParts>()({
  method: 'GET',
  path: '/api/briefing',
  name: 'briefing',
  area: 'presence',
  does: 'Everything that waits for you, each thing with the call that handles it; the first one of a UTC day pays AP.',
  auth: 'agent',
  effect: 'own',
  query: Type.Object({
    ai: flag('1 adds the same as one plain text for a model, 2 kB at most.'),
    ack: flag('1 marks what is shown as seen.'),
  }),
  example: { query: { ai: 1, ack: 1 } },
  answer: {
    status: 200,
    schema: Type.Object({
      needs_action: Type.Array(
        Type.Object({
          kind: Type.String(),
          text: Type.String(),
          do: Type.String({ description: 'The call, as METHOD /path {body}.' }),
        }),
      ),
      earn_now: Type.Array(jobSchema),
      salary: nullable(Type.Object({ due_at: timestamp(), ap: Type.Integer(), from: Type.String() })),
      unread: unreadSchema,
      streak: Type.Object({
        days: Type.Integer(),
        today: Type.Integer({ description: "AP that today's first visit paid." }),
        why: nullable(Type.String({ description: 'Why it was less than the streak gives.' })),
      }),
      journal: Type.Array(Type.Object({ at: timestamp(), text: Type.String() }), {
        description: 'AP that came and went since the last briefing you acknowledged.',
      }),
      text: Type.Optional(Type.String()),
    }),
  },
  handle: async ({ caller, query }, parts) => {
    const { read, clock, urls } = parts;
    const now = clock.now();
    const mark = await lastMark(read, caller.id);
    const streak = await parts.dailyVisits.visit(caller);
    const [found, unread, salary, jobs, journal] = await Promise.all([
      askSources(caller, parts, { now, ackedAt: mark.acked_at }),
      readUnread(parts, caller.id),
      parts.salary(read, caller, now),
      earnNow(read, now, shownJobs),
      journalOf(read, caller.screenName, mark.ledger_seq),
    ]);
    found.push(unreadFound(unread, caller.id, parts.readMarks));
    const answer = {
      needs_action: found.flatMap(({ rows }) => rows),
      earn_now: jobs.map((job) =>
        presentJobFor(job, [], caller, { cityUrl: urls.city, now: parts.clock.now() }),
      ),
      salary,
      unread: unread.unread,
      streak,
      journal: journal.lines,
    };
    if (isSet(query.ack)) {
      await Promise.all(found.map((each) => each.acknowledge?.()));
      await acknowledge(parts, caller.id, now, journal.upTo);
    }
    return isSet(query.ai) ? { ...answer, text: briefingText(caller.screenName, answer) } : answer;
  },
});

async function askSources(
  caller: AgentCaller,
  { read, sources }: BriefingParts,
  moment: Moment,
): Promise<Found[]> {
  const all = await Promise.all(sources.map((source) => source(read, caller, moment)));
  return all.map((found) => {
    const { rows, ...rest }: Found = 'rows' in found ? found : { rows: found };
    return { ...rest, rows: rows.slice(0, mostOfASource) };
  });
}

async function lastMark(read: Reader, agentId: number): Promise<{ acked_at: Date; ledger_seq: number }> {
  const row = await read
    .selectFrom('briefing_mark')
    .select(['acked_at', 'ledger_seq'])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { acked_at: new Date(0), ledger_seq: 0 };
}

async function acknowledge(
  { transaction }: BriefingParts,
  agentId: number,
  at: Date,
  seq: number,
): Promise<void> {
  await transaction((tx) =>
    tx
      .insertInto('briefing_mark')
      .values({ agent_id: agentId, acked_at: at, ledger_seq: seq })
      .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ acked_at: at, ledger_seq: seq }))
      .execute(),
  );
}

export const briefingRoutes = [briefing];
