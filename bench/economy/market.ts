import { shipShares } from '../../src/city/companies/ships.ts';
import {
  type ClaimAction,
  type ClaimRole,
  type ClaimState,
  decide,
  dueAt,
  type Ending,
  evaluationMs,
  keptAwayUntil,
  maxHeldClaims,
  owesKillFee,
} from '../../src/city/jobs/claim-states.ts';
import { hashProof, isSealed } from '../../src/city/jobs/proofs.ts';
import { randomFrom } from './random.ts';

/** Attacks of a few colluding agents on honest ones, who know nothing but the records that the city shows. */
export const attacks = [
  'evaluator racket',
  'cancelled drafts',
  'squatting',
  'ships without token',
  'copied proofs',
] as const;
export type Attack = (typeof attacks)[number];

const hourMs = 3_600_000;
const dayHours = 24;
const price = 20;
const killFeePercent = 50;
/** An agent works on one job at a time, for this long, twelve hours a day. */
const workHours = 4;
const workDay = 12;
/** Share of the honest capacity that honest agents ask for, and of these jobs the share with two slots. */
const demand = 0.9;
const competitions = 0.2;
const postsPerHour = (demand * (workDay / workHours)) / dayHours / (1 + competitions);
/** Days before the attack, in which honest agents get their records. */
const history = 10;
/** A payer takes a copy in other words for the original's equal with this probability. */
const paraphraseBelieved = 0.5;
const dailyPosts = 5;

interface Trader {
  readonly id: number;
  readonly colludes: boolean;
  income: number;
  /** AP and unpaid work that it got from honest agents beyond what it paid, and lost to colluders. */
  gained: number;
  lost: number;
  busyUntil: number;
  approved: number;
  denied: number;
  cancelled: number;
  completed: number;
  readonly drops: number[];
  /** Accepted claims that it holds, and claims on its jobs that are not decided. */
  held: number;
  underWay: number;
}

interface SimClaim {
  readonly job: SimJob;
  readonly worker: Trader;
  readonly taker_id: number;
  readonly worker_id: number;
  readonly payer_id: number;
  readonly evaluator_id: number | null;
  readonly accepted_at: Date;
  readonly due_at: Date;
  status: ClaimState;
  ended_by: Ending | null;
  decided_at: Date | null;
  proof: string;
  /** What happens next, and when; nothing once it has ended. */
  next: number;
}

interface SimJob {
  readonly id: number;
  readonly kind: 'ask';
  readonly workers: number;
  readonly poster: Trader;
  readonly judge: Trader | undefined;
  readonly killFee: number;
  readonly claims: SimClaim[];
  closed: boolean;
}

export interface MarketOutcome {
  /** AP per colluder over the attack, and what it lost in honest income meanwhile is in `honestIncome`. */
  readonly colluderGain: number;
  readonly honestIncome: number;
  /** The share of its income that an honest agent lost to the colluders, on average and at worst. */
  readonly meanLoss: number;
  readonly worstLoss: number;
}

const holds = ({ status }: SimClaim) =>
  ['accepted', 'submitted', 'approved', 'contestable', 'disputed'].includes(status);
const isBadPayer = ({ approved, denied, cancelled }: Trader): boolean =>
  denied + cancelled >= 2 && denied + cancelled > approved / 10;

/** A market of asks, hour by hour; every change of a claim is judged by the city's own table. */
export function simulateMarket(
  { honest, colluders, days }: { honest: number; colluders: number; days: number },
  attack: Attack | undefined,
): MarketOutcome {
  const random = randomFrom(46);
  const traders = Array.from(
    { length: honest + colluders },
    (_, id): Trader => ({
      ...{ id, colludes: attack !== undefined && id >= honest, drops: [] },
      ...{ income: 0, gained: 0, lost: 0, busyUntil: 0, approved: 0, denied: 0, cancelled: 0, completed: 0 },
      ...{ held: 0, underWay: 0 },
    }),
  );
  const gang = traders.filter(({ colludes }) => colludes);
  const fair = traders.filter(({ colludes }) => !colludes);
  let jobs: SimJob[] = [];
  let running: SimClaim[] = [];
  const seen = new Map<string, number>();
  let lastId = 0;
  const at = (hour: number) => new Date(hour * hourMs);
  const start = history * dayHours;
  const end = start + days * dayHours;
  const attacking = (hour: number) => attack !== undefined && hour >= start;

  const move = (claim: SimClaim, action: ClaimAction, role: ClaimRole, hour: number): void => {
    const outcome = decide(claim.status, action, role);
    if ('refuse' in outcome) throw new Error(`${role} may not ${action} a claim that is ${claim.status}`);
    claim.status = outcome.to;
    if (!holds(claim) || claim.status === 'approved') {
      claim.decided_at = at(hour);
      claim.next = Number.POSITIVE_INFINITY;
    }
  };
  const post = (
    poster: Trader,
    workers: number,
    terms: { judge?: Trader | undefined; killFee?: number } = {},
  ) => {
    const { judge, killFee = 0 } = terms;
    jobs.push({ id: ++lastId, kind: 'ask', workers, poster, judge, killFee, claims: [], closed: false });
  };
  const pay = (claim: SimClaim, hour: number, role: ClaimRole = 'payer'): void => {
    move(claim, role === 'evaluator' ? 'decide' : 'approve', role, hour);
    const { worker, job } = claim;
    worker.completed++;
    job.poster.approved++;
    if (hour < start) return;
    worker.income += price;
    if (worker.colludes && !job.poster.colludes && attack === 'copied proofs') {
      worker.gained += price;
      job.poster.lost += price;
    }
  };
  const ownClaims = (job: SimJob, trader: Trader) => job.claims.filter(({ worker }) => worker === trader);
  const slotsFree = (job: SimJob) => job.workers - job.claims.filter(holds).length;
  const mayTake = (job: SimJob, trader: Trader, hour: number): boolean => {
    if (job.closed || slotsFree(job) <= 0 || job.poster === trader || job.judge === trader) return false;
    const own = ownClaims(job, trader);
    if (own.some(holds) || keptAwayUntil(own, at(hour))) return false;
    const recent = trader.drops.filter((dropped) => dropped > hour - 7 * dayHours).length;
    return trader.held < maxHeldClaims(trader.completed, recent, trader.drops.length);
  };
  const take = (job: SimJob, worker: Trader, hour: number, next: number): SimClaim => {
    const accepted_at = at(hour);
    const claim: SimClaim = {
      ...{ job, worker, taker_id: worker.id, worker_id: worker.id, payer_id: job.poster.id },
      ...{ evaluator_id: job.judge?.id ?? null, accepted_at, status: 'accepted', ended_by: null },
      ...{
        due_at: dueAt({ effort: 'hours', deadline_h: null }, accepted_at),
        decided_at: null,
        proof: '',
        next,
      },
    };
    job.claims.push(claim);
    running.push(claim);
    worker.held++;
    job.poster.underWay++;
    return claim;
  };
  const drop = (claim: SimClaim, hour: number): void => {
    move(claim, 'release', 'worker', hour);
    claim.ended_by = 'deadline';
    claim.worker.drops.push(hour);
  };
  /** What an honest worker avoids: bad records, and payers with several undecided claims, or one if they are unknown. */
  const isWorthIt = ({ poster, claims, judge }: SimJob): boolean => {
    if (isBadPayer(poster) || (judge && isBadPayer(judge))) return false;
    const isKnown = poster.approved >= 3;
    return isKnown ? poster.underWay < 3 : poster.underWay === 0 && claims.filter(holds).length === 0;
  };
  const steal = (from: Trader, by: Trader, ap: number): void => {
    from.lost += ap;
    by.gained += ap;
  };

  /** The next step of a claim whose time has come. */
  const advance = (claim: SimClaim, hour: number): void => {
    const { job, worker } = claim;
    const { poster, judge } = job;
    const isRacket = poster.colludes && attacking(hour);
    if (claim.status === 'accepted') {
      if (worker.colludes && attack === 'squatting' && attacking(hour)) {
        drop(claim, hour);
        return;
      }
      if (isRacket && attack === 'cancelled drafts') {
        // A worker who is promised a kill fee shows a draft when half of the work is done; the poster keeps it.
        const shown = job.killFee > 0;
        move(claim, 'release', 'payer', hour);
        claim.ended_by = 'poster';
        poster.cancelled++;
        const owed = owesKillFee(claim, shown, at(hour)) ? (price * job.killFee) / 100 : 0;
        worker.income += owed;
        worker.busyUntil = hour;
        // Half of the work was done; without a draft nothing was handed over.
        const done = price / 2;
        worker.lost += Math.max(0, done - owed);
        poster.gained += (shown ? done : 0) - owed;
        return;
      }
      claim.proof ||= `work of ${worker.id} for ${job.id}`;
      move(claim, 'submit', 'worker', hour);
      claim.next = hour + random.between(1, 12);
      return;
    }
    if (claim.status === 'submitted' && isRacket && attack === 'evaluator racket') {
      poster.denied++;
      claim.status = judge ? 'contestable' : 'denied';
      if (judge) {
        move(claim, 'dispute', 'worker', hour);
        claim.next = hour + evaluationMs / hourMs - 1;
      } else {
        claim.decided_at = at(hour);
        claim.next = Number.POSITIVE_INFINITY;
        steal(worker, poster, price);
      }
      return;
    }
    if (claim.status === 'disputed') {
      // The accomplice upholds the denial: its fee comes from the poster, the work is free.
      claim.status = 'denied';
      claim.decided_at = at(hour);
      claim.next = Number.POSITIVE_INFINITY;
      if (judge) judge.denied++;
      steal(worker, poster, price);
      return;
    }
    const marks = hashProof(claim.proof).map((hash) => hash.toString('hex'));
    const isCopy = marks.some((mark) => (seen.get(mark) ?? worker.id) !== worker.id);
    const isParaphrase = claim.proof.startsWith('in other words:');
    const catches = isCopy || (isParaphrase && !random.chance(paraphraseBelieved));
    if (catches) {
      move(claim, 'deny', 'payer', hour);
      poster.denied++;
      return;
    }
    for (const mark of marks) if (!seen.has(mark)) seen.set(mark, worker.id);
    pay(claim, hour);
  };

  const act = (colluder: Trader, hour: number): void => {
    const board = jobs.filter((job) => !job.poster.colludes && mayTake(job, colluder, hour));
    if (attack === 'squatting') {
      while (board.length > 0) {
        const [job] = board.splice(random.below(board.length), 1);
        if (job && mayTake(job, colluder, hour)) take(job, colluder, hour, hour + 24);
      }
      return;
    }
    if (attack === 'copied proofs' && hour >= colluder.busyUntil && hour % dayHours < workDay) {
      for (const job of board.filter(({ workers }) => workers > 1)) {
        const readable = job.claims.find((claim) => claim.proof !== '' && !isSealed(job, claim, colluder.id));
        if (!readable) continue;
        const claim = take(job, colluder, hour, hour + 1);
        claim.proof = `in other words: ${colluder.id} ${readable.proof}`;
        colluder.busyUntil = hour + 1;
        return;
      }
      return;
    }
    if (hour % dayHours !== 0) return;
    if (attack === 'evaluator racket' || attack === 'cancelled drafts') {
      const judge =
        attack === 'evaluator racket' ? gang[(gang.indexOf(colluder) + 1) % gang.length] : undefined;
      const killFee = colluder.id % 2 === 0 && attack === 'cancelled drafts' ? killFeePercent : 0;
      const open = jobs.filter(({ poster }) => poster === colluder).length;
      for (let n = open; n < dailyPosts; n++) post(colluder, 1, { judge, killFee });
    } else if (attack === 'ships without token') {
      const member = { agentId: colluder.id, name: '', founder: true, approved: true, hasOutsideGig: true };
      const facts = { proven: false, now: at(hour), fullAp: 50, newcomerAp: 10 };
      const [share] = shipShares([{ ...member, registeredAt: at(0) }], facts);
      // The owner ships its page afterwards and is paid in full; the mint stays a debt of the treasury.
      colluder.gained += share?.ap ?? 0;
    }
  };

  for (let hour = 0; hour < end; hour++) {
    for (const claim of running.filter(({ next }) => next <= hour)) {
      const wasAccepted = claim.status === 'accepted';
      advance(claim, hour);
      if (wasAccepted && claim.status !== 'accepted') claim.worker.held--;
      if (claim.next === Number.POSITIVE_INFINITY) claim.job.poster.underWay--;
    }
    running = running.filter(({ next }) => next < Number.POSITIVE_INFINITY);
    jobs = jobs.filter(
      (job) => job.claims.filter(({ status }) => status === 'approved').length < job.workers,
    );
    const works = (trader: Trader) => !trader.colludes || !attacking(hour);
    for (const poster of traders.filter(works)) {
      const count = (until: number) => Math.floor(until * postsPerHour + poster.id / 7);
      // On a fixed schedule, so that runs differ by the attack only.
      const posted = count(hour + 1);
      if (posted > count(hour)) post(poster, posted % (1 / competitions) === 0 ? 2 : 1);
    }
    if (attacking(hour)) for (const colluder of gang) act(colluder, hour);
    if (hour % dayHours >= workDay) continue;
    const wanted = jobs.filter((job) => slotsFree(job) > 0 && isWorthIt(job));
    for (const worker of traders.filter(works)) {
      if (worker.busyUntil > hour) continue;
      const open = wanted.filter((job) => isWorthIt(job) && mayTake(job, worker, hour));
      // Known payers first.
      const known = open.filter(({ poster }) => poster.approved >= 3);
      const choice = known.length > 0 ? known : open;
      const job = choice[random.below(choice.length)];
      if (!job) continue;
      const isDraft = attacking(hour) && job.poster.colludes && attack === 'cancelled drafts';
      take(job, worker, hour, hour + (isDraft ? workHours / 2 : workHours));
      worker.busyUntil = hour + workHours;
    }
  }
  const losses = fair.map(({ income, lost }) => lost / Math.max(1, income));
  const others = gang.length > 0 ? gang : traders.slice(honest);
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / Math.max(1, all.length);
  return {
    colluderGain: mean(others.map(({ gained }) => gained)),
    honestIncome: mean(fair.map(({ income }) => income)),
    meanLoss: mean(losses),
    worstLoss: Math.max(...losses),
  };
}
