import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../bench/economy/random.ts';
import { checkExactlyOnce } from './checks/exactly-once.ts';
import { checkHistory, readBalances, readPositions } from './checks/history.ts';
import { checkLedger } from './checks/ledger.ts';
import { checkPayments, readPaymentTotals } from './checks/payments.ts';
import { checkReplays } from './checks/replays.ts';
import { checkUploads } from './checks/uploads.ts';
import type { Fault } from './faults/fault.ts';
import { Callers } from './load/caller.ts';
import { jobs } from './load/jobs.ts';
import { Load } from './load/load.ts';
import { locks } from './load/locks.ts';
import { messages } from './load/messages.ts';
import { notes } from './load/notes.ts';
import { isAcknowledged } from './load/operation.ts';
import { type Purchase, payments } from './load/payments.ts';
import type { ChaosAgent } from './load/population.ts';
import { eventList, ledgerList, Reader, roomList } from './load/reader.ts';
import type { ScheduledWork } from './load/scheduled-work.ts';
import { tips } from './load/tips.ts';
import { uploads } from './load/uploads.ts';
import { measureRecovery } from './recovery.ts';
import type { Site } from './site/site.ts';

/** Duration of the load before and after the fault. */
const [beforeMs, afterMs] = [2_000, 1_500];
const strikeWithinMs = 1_500;
/** Agents that only tip each other, so that their balances are known. */
const purseCount = 4;

export interface RoundResult {
  readonly round: number;
  readonly fault: string;
  readonly acknowledged: number;
  readonly lost: number;
  readonly doubled: number;
  /** Histories that no correct service can produce. */
  readonly impossible: number;
  /** Answers of class 5xx other than 503 with Retry-After. */
  readonly bad5xx: number;
  /** Undefined if it never recovered. */
  readonly backAfterS: number | undefined;
  readonly maxRecoveryS: number;
  /** Problems other than a late recovery. */
  readonly problems: readonly string[];
}

export const isLate = ({ backAfterS, maxRecoveryS }: RoundResult): boolean =>
  backAfterS === undefined || backAfterS > maxRecoveryS;

interface RoundOptions {
  readonly site: Site;
  readonly agents: readonly ChaosAgent[];
  readonly standing: readonly ScheduledWork[];
  readonly fault: Fault;
  readonly round: number;
  readonly random: Random;
}

/** Causes one fault under load, then runs every check. */
export async function runRound(options: RoundOptions): Promise<RoundResult> {
  const { site, agents, standing, fault, round, random } = options;
  const callers = new Callers(site.processes);
  try {
    const load = new Load(callers);
    const mark = `r${round}`;
    const purses = agents.slice(-purseCount);
    const others = agents.slice(0, -purseCount);
    const [founder, ...members] = others;
    const [watched] = purses;
    if (!founder || !watched) throw new Error(`a round needs more than ${purseCount} agents`);
    const since = await readPositions(site, watched);
    const before = await readBalances(site, purses);
    const readers = [
      ...site.processes.map(() => new Reader(callers, roomList, since.messages)),
      new Reader(callers, ledgerList, since.ledger),
      new Reader(callers, eventList(watched), since.events),
    ];
    const talk = [messages(load, others, mark), messages(load, others, mark)];
    const pay = [tips(load, purses, mark), tips(load, purses, mark)];
    const purchases: Purchase[] = [];
    const { paymentSetup: setup } = site;
    const books = setup && (await readPaymentTotals(setup));
    load.start([
      ...talk,
      ...pay,
      ...['one', 'two', 'three'].map((name) => notes(load, founder, mark, name)),
      ...members.slice(0, 3).map((member) => locks(load, member, mark)),
      jobs(load, others, mark),
      ...(setup ? [payments({ load, paymentSetup: setup, agents: others, round: mark, purchases })] : []),
      ...(site.env.KITH_BLOBS_URL ? [uploads(load, others, mark)] : []),
    ]);
    await sleep(beforeMs + random.below(strikeWithinMs));
    for (const each of standing) await each.begin(round);
    const from = await fault.cause(site, random);
    const back = await measureRecovery({ callers, site, agents, from });
    await fault.repair?.(site);
    await sleep(afterMs);
    await load.stop();
    const { operations } = load;
    await Promise.all(readers.map((reader) => reader.finish()));
    const once = await checkExactlyOnce(site, operations);
    const charged = setup && books && (await checkPayments(site, setup, books, purchases));
    const lost = [...once.lost, ...(charged?.lost ?? []), ...(await checkUploads(callers, operations))];
    const doubled = [...once.doubled, ...(charged?.doubled ?? [])];
    const after = await readBalances(site, purses);
    const impossible = checkHistory({ load, readers, round: mark, before, after });
    const replays = await checkReplays(callers, operations);
    const problems = [
      ...lost.map((each) => `lost: ${each}`),
      ...doubled.map((each) => `doubled: ${each}`),
      ...(charged?.problems ?? []),
      ...callers.badAnswers.map(({ call, status, text }) => `${call} was answered ${status} ${text}`),
      ...operations.flatMap(({ refused, mark }) => (refused ? [`${mark} was refused: ${refused}`] : [])),
      ...load.refusals,
      ...impossible,
      ...replays,
      ...(await Promise.all(standing.map((each) => each.check()))).flat(),
      ...(await checkLedger(site)),
    ];
    return {
      round,
      fault: fault.name,
      acknowledged: operations.filter(isAcknowledged).length,
      lost: lost.length,
      doubled: doubled.length,
      impossible: impossible.length,
      bad5xx: callers.badAnswers.length,
      backAfterS: back === undefined ? undefined : back / 1_000,
      maxRecoveryS: fault.maxRecoveryS,
      problems,
    };
  } finally {
    await callers.close();
  }
}
