import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Random, randomFrom } from '../../../bench/economy/random.ts';
import { type BalanceOperation, checkBalances } from '../../../chaos/checker/balances.ts';
import { describe, type Timed } from '../../../chaos/checker/history.ts';
import { checkLocks, type LockOperation } from '../../../chaos/checker/lock.ts';
import { type Append, checkLog, type LogOperation, type LogRead } from '../../../chaos/checker/log.ts';
import { checkRegisters, type RegisterOperation } from '../../../chaos/checker/register.ts';
import { smallestImpossible } from '../../../chaos/checker/smallest.ts';
import { checkHistories } from '../../harness/histories.ts';

const unknown = Number.POSITIVE_INFINITY;
const runs = 40;

/** A call as it went in a correct service: `commit` is when it took effect, if it did. */
interface Moment extends Timed {
  readonly commit: number;
  readonly happened: boolean;
}

/** Calls of concurrent clients in the order of their effects; some answers are lost, some of those calls too. */
function moments(random: Random, { clients = 3, calls = 5, loses = true } = {}): Moment[] {
  const all = Array.from({ length: clients }, (_, n) => {
    let time = 0;
    return Array.from({ length: calls }, (): Moment => {
      const called = time + 1 + random.below(20);
      const isLost = loses && random.below(8) === 0;
      const commit = called + 1 + random.below(isLost ? 120 : 25);
      const answered = commit + 1 + random.below(15);
      time = answered;
      const happened = !isLost || random.below(2) === 0;
      return { client: `c${n}`, called, commit, answered: isLost ? unknown : answered, happened };
    });
  }).flat();
  return all.sort((one, other) => one.commit - other.commit);
}

const isAnswered = ({ answered }: Timed): boolean => answered !== unknown;
const timesOf = ({ client, called, answered }: Timed): Timed => ({ client, called, answered });
const isBefore = (one: Timed, other: Timed): boolean => one.answered < other.called;
const lastTime = (all: readonly Timed[]): number =>
  Math.max(...all.map(({ called, answered }) => (answered === unknown ? called : answered)), 500);
const withChange = <T>(all: readonly T[], old: T, changed: T): T[] =>
  all.map((each) => (each === old ? changed : each));

function registerHistory(random: Random): RegisterOperation[] {
  const values = new Map<string, string | null>();
  return moments(random).flatMap((moment, n): RegisterOperation[] => {
    const key = `k${random.below(2)}`;
    const now = values.get(key) ?? null;
    const times = { ...timesOf(moment), key };
    if (random.below(2) === 0) return isAnswered(moment) ? [{ ...times, read: now }] : [];
    const over = random.below(3) === 0 ? undefined : random.below(3) === 0 ? `v${random.below(n + 1)}` : now;
    const write = { ...times, write: `v${n}`, ...(over !== undefined && { over }) };
    const refused = over !== undefined && over !== now;
    if (moment.happened && !refused) values.set(key, write.write);
    return [{ ...write, ...(refused && isAnswered(moment) && { refused }) }];
  });
}

const isDone = (operation: RegisterOperation): boolean =>
  operation.write !== undefined && isAnswered(operation) && !operation.refused;

const registerBreaks: Record<string, (all: RegisterOperation[]) => RegisterOperation[] | undefined> = {
  'a stale read, as after a lost write': (all) => {
    const done = all.filter(isDone);
    for (const read of all.filter(({ read }) => read !== undefined))
      for (const newer of done.filter((each) => each.key === read.key && isBefore(each, read)))
        for (const older of done.filter((each) => each.key === read.key && isBefore(each, newer)))
          return withChange(all, read, { ...read, read: older.write ?? null });
    return undefined;
  },
  'two writes over one value': (all) => {
    const first = all.findLast((each) => isDone(each) && each.over !== undefined && each.over !== null);
    const called = lastTime(all) + 1;
    return first && [...all, { ...first, client: 'c9', write: 'second', called, answered: called + 1 }];
  },
  'a value that nobody wrote': (all) => {
    const read = all.find(({ read }) => read !== undefined);
    return read && withChange(all, read, { ...read, read: 'from nowhere' });
  },
  'a refusal without a reason': (all) => {
    const last = all.findLast(isDone);
    if (
      !last ||
      all.some(
        (each) =>
          each.key === last.key && each.write !== undefined && each.answered > last.called && each !== last,
      )
    )
      return undefined;
    const called = lastTime(all) + 1;
    const { key, write = null } = last;
    return [
      ...all,
      { key, client: 'c9', called, answered: called + 1, write: 'x', over: write, refused: true },
    ];
  },
};

function logHistory(random: Random): LogOperation[] {
  const log: { position: number; mark: string }[] = [];
  let position = random.below(5);
  const operations = moments(random, { clients: 4 }).flatMap((moment, n): LogOperation[] => {
    const times = timesOf(moment);
    if (random.below(3) === 0) {
      if (!isAnswered(moment)) return [];
      const after = random.below(position + 1);
      const following = log.filter((entry) => entry.position > after);
      const limit = 1 + random.below(12);
      return [{ ...times, after, entries: following.slice(0, limit), isEnd: following.length < limit }];
    }
    const mark = `m${n}`;
    position += 1 + random.below(3);
    if (moment.happened) log.push({ position, mark });
    return [{ ...times, mark, ...(isAnswered(moment) && random.below(2) === 0 && { position }) }];
  });
  const called = lastTime(operations) + 1;
  return [
    ...operations,
    { client: 'end', called, answered: called + 1, after: 0, entries: [...log], isEnd: true },
  ];
}

const appendsIn = (all: readonly LogOperation[]) => all.filter((each): each is Append => 'mark' in each);
const readsIn = (all: readonly LogOperation[]) => all.filter((each): each is LogRead => !('mark' in each));

const logBreaks: Record<string, (all: LogOperation[]) => LogOperation[] | undefined> = {
  'a lost message': (all) => {
    const end = readsIn(all).at(-1);
    const lost = appendsIn(all).find(isAnswered);
    if (!end || !lost) return undefined;
    return withChange<LogOperation>(all, end, {
      ...end,
      entries: end.entries.filter(({ mark }) => mark !== lost.mark),
    });
  },
  'a double message': (all) => {
    const end = readsIn(all).at(-1);
    const again = end?.entries.at(0);
    if (!end || !again) return undefined;
    const position = (end.entries.at(-1)?.position ?? 0) + 1;
    return withChange<LogOperation>(all, end, { ...end, entries: [...end.entries, { ...again, position }] });
  },
  'two messages in the wrong order': (all) => {
    const appends = appendsIn(all).filter(isAnswered);
    const swapped = appends.flatMap((one) =>
      appends.filter((each) => isBefore(one, each)).map((each) => [one.mark, each.mark]),
    );
    const [one, other] = swapped[0] ?? [];
    const end = readsIn(all).at(-1);
    if (one === undefined || other === undefined || !end) return undefined;
    const renamed = new Map([
      [one, other],
      [other, one],
    ]);
    const swap = <T extends { mark: string }>(entry: T): T => ({
      ...entry,
      mark: renamed.get(entry.mark) ?? entry.mark,
    });
    // The service committed them in the wrong order, so every reader sees it, and every answer says so.
    const positions = new Map(end.entries.map(({ mark, position }) => [mark, position]));
    return all.map((each) => {
      if (!('mark' in each)) return { ...each, entries: each.entries.map(swap) };
      const other = renamed.get(each.mark);
      const position = other === undefined ? undefined : positions.get(other);
      return other === undefined || position === undefined ? each : { ...each, position };
    });
  },
  'a page that misses its newest message': (all) => {
    const appends = new Map(appendsIn(all).map((each) => [each.mark, each]));
    for (const read of readsIn(all)) {
      const append = appends.get(read.entries.at(-1)?.mark ?? '');
      if (!read.isEnd || !append || !isBefore(append, read)) continue;
      return withChange<LogOperation>(all, read, { ...read, entries: read.entries.slice(0, -1) });
    }
    return undefined;
  },
  'a message that nobody sent': (all) => {
    const end = readsIn(all).at(-1);
    if (!end) return undefined;
    const position = (end.entries.at(-1)?.position ?? 0) + 1;
    return withChange<LogOperation>(all, end, {
      ...end,
      entries: [...end.entries, { mark: 'ghost', position }],
    });
  },
};

const holdMs = 40;

function lockHistory(random: Random): LockOperation[] {
  let [holder, token, ends]: [string | null, number, number] = [null, 0, 0];
  const shown = new Map<string, number>();
  return moments(random).flatMap((moment): LockOperation[] => {
    const { client, commit, happened } = moment;
    // A correct service ends a grant no earlier than its time, counted from the call.
    if (holder !== null && commit > ends && random.below(2) === 0) holder = null;
    const times = { ...timesOf(moment), key: 'deployer' };
    const kind = (['acquire', 'acquire', 'release', 'use'] as const)[random.below(4)] ?? 'use';
    const isOthers = holder !== null && holder !== client;
    if (kind === 'use') {
      const own = shown.get(client);
      if (own === undefined || !isAnswered(moment)) return [];
      const isCurrent = holder === client && own === token;
      return [{ ...times, kind, token: own, ...(!isCurrent && { refused: true }) }];
    }
    if (isOthers)
      return [{ ...times, kind, ...(isAnswered(moment) && { refused: true, heldBy: holder ?? '' }) }];
    if (kind === 'release') {
      if (happened) holder = null;
      return [{ ...times, kind }];
    }
    if (!happened) return [{ ...times, kind, forMs: holdMs }];
    if (holder !== client) token++;
    [holder, ends] = [client, moment.commit + holdMs];
    if (isAnswered(moment)) shown.set(client, token);
    return [{ ...times, kind, forMs: holdMs, ...(isAnswered(moment) && { token }) }];
  });
}

const lockBreaks: Record<string, (all: LockOperation[]) => LockOperation[] | undefined> = {
  'two holders': (all) => {
    const grant = all.find((each) => {
      const next = all.find(
        (other) => other.called > each.called && other.client === each.client && other.kind !== 'use',
      );
      return (
        each.kind === 'acquire' &&
        isAnswered(each) &&
        !each.refused &&
        next !== undefined &&
        Math.min(next.called, each.called + holdMs) > each.answered + 0.2
      );
    });
    if (!grant) return undefined;
    const times = { called: grant.answered + 0.1, answered: grant.answered + 0.15 };
    return [...all, { key: grant.key, client: 'c9', kind: 'acquire', ...times }];
  },
  'a token that is accepted after its holder released it': (all) => {
    const released = all.find(
      (each) =>
        each.kind === 'release' &&
        !each.refused &&
        isAnswered(each) &&
        all.some(
          ({ kind, client, token, answered }) =>
            kind === 'acquire' && client === each.client && token !== undefined && answered < each.called,
        ),
    );
    const grant = all.findLast(
      ({ kind, client, token, answered }) =>
        kind === 'acquire' &&
        client === released?.client &&
        token !== undefined &&
        answered < released.called,
    );
    const next = all.find(
      ({ kind, client, called }) =>
        kind === 'acquire' && client === released?.client && called > (grant?.called ?? 0),
    );
    if (!released || !grant?.token || (next && next.called < released.answered)) return undefined;
    const times = { called: released.answered + 0.1, answered: released.answered + 0.15 };
    if (next && next.called < times.answered) return undefined;
    return [...all, { key: grant.key, client: grant.client, kind: 'use', token: grant.token, ...times }];
  },
  'an old token that is accepted': (all) => {
    const grants = all.filter(({ kind, token }) => kind === 'acquire' && token !== undefined);
    const newest = grants.at(-1);
    const old = grants.find(({ token = 0 }) => token < (newest?.token ?? 0));
    if (!newest || !old) return undefined;
    const called = lastTime(all) + 1;
    return [
      ...all,
      { key: old.key, client: old.client, kind: 'use', token: old.token ?? 0, called, answered: called + 1 },
    ];
  },
};

const accounts = new Map([
  ['c0', 30],
  ['c1', 20],
  ['c2', 10],
]);

function balanceHistory(random: Random, loses = true): BalanceOperation[] {
  const held = new Map(accounts);
  const operations = moments(random, { loses }).flatMap((moment): BalanceOperation[] => {
    const times = timesOf(moment);
    const [from, to] = [moment.client, `c${random.below(3)}`];
    const account = to;
    if (from === to || random.below(3) === 0)
      return isAnswered(moment) ? [{ ...times, account, balance: held.get(account) ?? 0 }] : [];
    const amount = 1 + random.below(12);
    if ((held.get(from) ?? 0) < amount)
      return [{ ...times, from, to, amount, ...(isAnswered(moment) && { refused: true }) }];
    if (moment.happened) {
      held.set(from, (held.get(from) ?? 0) - amount);
      held.set(to, (held.get(to) ?? 0) + amount);
    }
    return [{ ...times, from, to, amount }];
  });
  const called = lastTime(operations) + 1;
  const last = [...held].map(([account, balance]) => ({
    client: 'end',
    called,
    answered: called + 1,
    account,
    balance,
  }));
  return [...operations, ...last];
}

const balanceBreaks: Record<string, (all: BalanceOperation[]) => BalanceOperation[] | undefined> = {
  'AP from nothing': (all) => {
    const last = all.at(-1);
    return last && 'balance' in last
      ? [...all.slice(0, -1), { ...last, balance: last.balance + 1 }]
      : undefined;
  },
  'a transfer that left and did not arrive': (all) => {
    const moved = all.find((each) => 'amount' in each && !each.refused);
    if (!moved || !('amount' in moved)) return undefined;
    return all.map((each) =>
      'balance' in each && each.client === 'end' && each.account === moved.to
        ? { ...each, balance: each.balance - moved.amount }
        : each,
    );
  },
};

interface Kind<O extends Timed> {
  history(random: Random): O[];
  check(all: readonly O[]): readonly O[] | undefined;
  readonly breaks: Record<string, (all: O[]) => O[] | undefined>;
  /** Histories to break; by default the same ones. */
  breakable?(random: Random): O[];
}

function describeKind<O extends Timed>(
  name: string,
  { history, check, breaks, breakable = history }: Kind<O>,
) {
  test(`${name}: a history of a correct service is never accused`, () =>
    checkHistories(
      fc.property(fc.nat(), (seed) => {
        const verdict = check(history(randomFrom(seed)));
        assert.equal(verdict && describe(verdict), undefined);
      }),
      { runs },
    ));
  for (const [what, breakIn] of Object.entries(breaks))
    test(`${name}: ${what} is found, by a few operations that prove it alone`, () => {
      let broken = 0;
      return checkHistories(
        fc.property(fc.nat(), (seed) => {
          const all = breakIn(breakable(randomFrom(seed)));
          fc.pre(all !== undefined);
          broken++;
          const verdict = check(all);
          assert.ok(verdict, describe(all));
          assert.ok(verdict.length > 0 && verdict.every((each) => all.includes(each)));
        }),
        { runs: runs / 4 },
      ).then(() => assert.ok(broken >= runs / 4));
    });
}

describeKind('registers', { history: registerHistory, check: checkRegisters, breaks: registerBreaks });
describeKind<LogOperation>('a log', {
  history: logHistory,
  check: (all) => checkLog(all),
  breaks: logBreaks,
});
describeKind('locks', { history: lockHistory, check: checkLocks, breaks: lockBreaks });
describeKind<BalanceOperation>('balances', {
  history: balanceHistory,
  check: (all) => checkBalances(all, accounts),
  breaks: balanceBreaks,
  breakable: (random) => balanceHistory(random, false),
});

test('a stale read is proven by the two writes and the read alone', () => {
  const at = (called: number) => ({ client: 'c0', key: 'k', called, answered: called + 1 });
  const [first, second] = [
    { ...at(1), write: 'one' },
    { ...at(3), write: 'two' },
  ];
  const stale = { ...at(9), client: 'c1', read: 'one' };
  const others = [
    { ...at(5), read: 'two' },
    { ...at(20), write: 'three' },
    { ...at(22), read: 'three' },
  ];
  const verdict = checkRegisters([first, second, ...others, stale]) ?? [];
  assert.equal(verdict.length, 3, describe(verdict));
  assert.ok(verdict.includes(first) && verdict.includes(stale));
});

test('no smaller set than the named one is impossible', () =>
  checkHistories(
    fc.property(
      fc.array(fc.uniqueArray(fc.nat(9), { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
      (sets) => {
        const all = Array.from({ length: 10 }, (_, n) => n);
        const found = smallestImpossible(all, (kept) => !sets.some((set) => set.every((n) => kept.has(n))));
        assert.equal(found?.length, Math.min(...sets.map(({ length }) => length)));
        assert.ok(sets.some((set) => set.every((n) => found?.includes(n))));
      },
    ),
    { runs: 200 },
  ));
