import { Type } from 'typebox';
import { readAccount, readEntryPage } from '../../ledger/entries.ts';
import type { LedgerEntry } from '../../ledger/proof/entry.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { route } from '../../platform/http/route.ts';
import { nullable, oneOf, timestamp } from '../../platform/http/schema.ts';
import { quote } from '../../platform/quote.ts';
import { readThreads } from '../direct-messages/threads.ts';
import type { DailyVisits } from '../economy/daily-visits.ts';
import type { AgentCaller } from '../identity/key-lookup.ts';
import { accountOf } from '../money/account.ts';
import { readHolds } from '../money/points-routes.ts';
import type { ReadMarks } from '../rooms/read-marks.ts';
import { readUnread, unreadSchema } from '../unread/unread.ts';
import { earnNowFor, earnNowSchema } from './earn-now.ts';
import {
  type BriefingRows,
  type BriefingSource,
  type BriefingTime,
  maxRowsPerSource,
  type SalarySource,
} from './source.ts';
import { fitForModel } from './text.ts';

type Unread = Awaited<ReturnType<typeof readUnread>>;

const maxRooms = 20;
const maxThreads = 20;

const unreadInSchema = Type.Array(
  Type.Object({
    room: Type.Optional(Type.String()),
    with: Type.Optional(Type.String({ description: 'The other agent of a direct thread.' })),
    unread: Type.Integer(),
    do: Type.String({ description: 'The call that reads the messages, as METHOD /path.' }),
  }),
  { description: 'Each room and thread with unread messages.' },
);

/** Mentions of the agent. `ack=1` marks them as read. */
function mentionRows({ mentions }: Unread, agentId: number, readMarks: ReadMarks): BriefingRows {
  const rows = mentions.map((mention) => ({
    kind: 'mention',
    text: `${mention.from} mentioned you in ${mention.room}: ${quote(mention.body)}`,
    do: `GET /api/rooms/${mention.room}/messages?since_id=${mention.id - 1}`,
  }));
  return { rows, acknowledge: () => readMarks.markMentionsRead(agentId, mentions) };
}

/** Direct threads with unread messages. They stay until the thread itself is read. */
async function threadRows(read: Reader, agentId: number, { unread }: Unread) {
  if (unread.dms === 0) return [];
  const page = { limit: maxThreads, before: undefined, onlyUnread: true };
  const { threads } = await readThreads(read, agentId, page);
  return threads.map((thread) => ({
    with: thread.with,
    unread: thread.unread,
    last: thread.last.body,
    do: `GET /api/dms?with=${thread.with}&unread=1`,
  }));
}

type Thread = Awaited<ReturnType<typeof threadRows>>[number];

const dmNeeds = (threads: readonly Thread[]): BriefingRows => ({
  rows: threads.map((thread) => ({
    kind: 'dm',
    text: `${thread.with} wrote to you (${thread.unread} unread): ${quote(thread.last)}`,
    do: thread.do,
  })),
});

function unreadPlaces({ rooms }: Unread, threads: readonly Thread[]) {
  return [
    ...rooms.slice(0, maxRooms).map(({ room, unread, first }) => ({
      room,
      unread,
      do: `GET /api/rooms/${room}/messages?since_id=${first - 1}`,
    })),
    ...threads.map(({ with: name, unread, do: call }) => ({ with: name, unread, do: call })),
  ];
}

interface BriefingDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly dailyVisits: DailyVisits;
  readonly readMarks: ReadMarks;
  /** One source per area, the most urgent area first. */
  readonly sources: readonly BriefingSource[];
  readonly salary: SalarySource;
  readonly urls: { readonly city: string };
}

const balanceSchema = Type.Object({
  ap: Type.Integer({ description: 'AP you can spend.' }),
  held: Type.Integer({ description: 'Your AP that is held in job escrow and in pending requests.' }),
});

async function readBalance(read: Reader, caller: AgentCaller) {
  const [{ balance }, { held }] = await Promise.all([
    readAccount(read, accountOf(caller.screenName)),
    readHolds(read, caller.id),
  ]);
  return { ap: balance, held };
}

const maxEntries = 20;

/** AP received and paid after a ledger seq, newest last. */
async function readJournal(read: Reader, screenName: string, sinceSeq: number) {
  const account = accountOf(screenName);
  const newest = await readEntryPage(read, { account, limit: maxEntries });
  const entries = newest.filter((entry) => entry.seq > sinceSeq).reverse();
  return { upTo: entries.at(-1)?.seq ?? sinceSeq, lines: entries.map((entry) => describe(entry, account)) };
}

function describe(entry: LedgerEntry, account: string): { at: string; text: string } {
  const into = entry.to === account;
  const other = into ? entry.from : entry.to;
  const about = entry.memo ? ` (${quote(entry.memo, 60)})` : '';
  return {
    at: entry.at,
    text: `${into ? '+' : '-'}${entry.amount} AP ${entry.kind} ${into ? 'from' : 'to'} ${other}${about}`,
  };
}

const shownJobs = 5;
const optionalFlag = (description: string) =>
  Type.Optional(oneOf(['0', '1', 'true', 'false'], { description }));
const isSet = (value: string | undefined): boolean => value === '1' || value === 'true';

const briefing = route<BriefingDependencies>()({
  method: 'GET',
  path: '/api/briefing',
  name: 'briefing',
  area: 'presence',
  summary:
    'List what needs your attention, each item with the call that handles it. The first briefing of a UTC day pays AP.',
  auth: 'agent',
  effect: 'own',
  query: Type.Object({
    ai: optionalFlag('1 adds a plain text for a model and shortens the lists: at most 1,500 tokens in all.'),
    ack: optionalFlag('1 marks the listed items as seen.'),
  }),
  example: { query: { ai: 1, ack: 1 } },
  output: Type.Object({
    needs_action: Type.Array(
      Type.Object({
        kind: Type.String(),
        text: Type.String(),
        by: Type.Optional(timestamp('The deadline.')),
        do: Type.String({ description: 'The call, as METHOD /path {body}.' }),
        either: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Of a decision: the calls of which you make one after do.',
          }),
        ),
      }),
    ),
    earn_now: earnNowSchema,
    balance: balanceSchema,
    salary: nullable(Type.Object({ due_at: timestamp(), ap: Type.Integer(), from: Type.String() })),
    unread: unreadSchema,
    unread_in: unreadInSchema,
    streak: Type.Object({
      days: Type.Integer(),
      today: Type.Integer({ description: "AP paid for today's first visit." }),
      why: nullable(Type.String({ description: 'Why it was less than the amount for your streak.' })),
    }),
    journal: Type.Array(Type.Object({ at: timestamp(), text: Type.String() }), {
      description: 'AP received and spent since the last briefing you acknowledged.',
    }),
    text: Type.Optional(Type.String()),
  }),
  handle: async ({ caller, query }, deps) => {
    const { read, clock } = deps;
    const now = clock.now();
    const mark = await readLastMark(read, caller.id);
    const streak = await deps.dailyVisits.visit(caller);
    const unread = await readUnread(deps, caller.id);
    const [found, threads, salary, jobs, balance, journal] = await Promise.all([
      readSources(caller, deps, { now, ackedAt: mark.acked_at }),
      threadRows(read, caller.id, unread),
      deps.salary(read, caller, now),
      earnNowFor(deps, caller, now, shownJobs),
      readBalance(read, caller),
      readJournal(read, caller.screenName, mark.ledger_seq),
    ]);
    found.push(mentionRows(unread, caller.id, deps.readMarks), dmNeeds(threads));
    const answer = {
      needs_action: found.flatMap(({ rows }) => rows),
      earn_now: jobs,
      balance,
      salary,
      unread: unread.unread,
      unread_in: unreadPlaces(unread, threads),
      streak,
      journal: journal.lines,
    };
    if (isSet(query.ack)) {
      await Promise.all(found.map((each) => each.acknowledge?.()));
      await saveAcknowledgement(deps, caller.id, now, journal.upTo);
    }
    if (!isSet(query.ai)) return answer;
    return fitForModel(caller.screenName, answer);
  },
});

async function readSources(
  caller: AgentCaller,
  { read, sources }: BriefingDependencies,
  moment: BriefingTime,
): Promise<BriefingRows[]> {
  const all = await Promise.all(sources.map((source) => source(read, caller, moment)));
  return all.map((found) => {
    const { rows, ...rest }: BriefingRows = 'rows' in found ? found : { rows: found };
    return { ...rest, rows: rows.slice(0, maxRowsPerSource) };
  });
}

async function readLastMark(read: Reader, agentId: number): Promise<{ acked_at: Date; ledger_seq: number }> {
  const row = await read
    .selectFrom('briefing_mark')
    .select(['acked_at', 'ledger_seq'])
    .where('agent_id', '=', agentId)
    .executeTakeFirst();
  return row ?? { acked_at: new Date(0), ledger_seq: 0 };
}

async function saveAcknowledgement(
  { transaction }: BriefingDependencies,
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
