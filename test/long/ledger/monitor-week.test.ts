import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomFrom } from '../../../bench/economy/random.ts';
import {
  checkLog,
  LogAlarm,
  type MonitorState,
  staleAlarm,
} from '../../../src/commands/log/monitor-check.ts';
import { UnreadableLog } from '../../../src/commands/log/source.ts';
import type { TrustPolicy } from '../../../src/commands/log/trust.ts';
import { thresholdPolicy } from '../../../src/ledger/proof/policy.ts';
import {
  dayS,
  firstKey,
  minuteS,
  SimulatedLog,
  StaleCdn,
  witnesses,
} from '../../fixtures/ledger/simulated-log.ts';

const maxAgeS = 30 * minuteS;
const maxStaleS = 20 * minuteS;

const policies: Record<string, TrustPolicy> = {
  'with the key of the log': { keys: [firstKey], policy: undefined },
  'with two of three witnesses': {
    keys: [firstKey],
    policy: thresholdPolicy(
      '2-of-3',
      witnesses.map(({ vkey }) => vkey),
    ),
  },
};

const stepS = 2 * minuteS;
const stepsIn = (seconds: number) => seconds / stepS;

/** A monitor that reads through the CDN every two minutes, while the log lives its ordinary life. */
class Week {
  readonly log = new SimulatedLog();
  readonly cdn: StaleCdn;
  readonly random: ReturnType<typeof randomFrom>;
  readonly trust: TrustPolicy;
  state: MonitorState | undefined;
  unreadable = 0;
  staleChecks = 0;
  /** Since midnight of the first day. */
  passedS: number;

  constructor(seed: number, trust: TrustPolicy, passedS = 0) {
    this.passedS = passedS;
    this.random = randomFrom(seed);
    this.trust = trust;
    this.cdn = new StaleCdn(this.log, { seed: seed + 1, maxStaleS });
  }

  /** Number of entries that the monitor knows. */
  get seen(): number {
    return this.state?.size ?? 0;
  }

  /** Busy days, silent nights, witnesses that are down one at a time. */
  live(): void {
    const { log, random } = this;
    const isDay = this.passedS % dayS > dayS / 4;
    if (isDay) for (let n = random.below(5); n > 0; n--) log.add();
    if (this.passedS % (dayS / 8) === 0) {
      log.down.clear();
      const witness = witnesses[random.below(witnesses.length)];
      if (witness && random.chance(0.5)) log.down.add(witness);
    }
  }

  /** Time passes, and the monitor checks the log; returns the alarm it raises. */
  async pass(): Promise<LogAlarm | undefined> {
    this.passedS += stepS;
    this.log.nowS += stepS;
    try {
      const { state } = await checkLog(this.cdn, this.trust, this.state, this.log.nowS);
      if (state.size < this.log.size) this.staleChecks++;
      this.state = state;
    } catch (error) {
      if (error instanceof LogAlarm) return error;
      if (!(error instanceof UnreadableLog)) throw error;
      this.unreadable++;
    }
    return this.state && staleAlarm(this.state, this.log.nowS, maxAgeS);
  }

  async passUntilAlarm(seconds: number): Promise<LogAlarm | undefined> {
    for (let n = 0; n < stepsIn(seconds); n++) {
      const alarm = await this.pass();
      if (alarm) return alarm;
    }
    return undefined;
  }
}

for (const [name, trust] of Object.entries(policies))
  test(`a week behind a CDN that serves old files raises no alarm, ${name}`, async () => {
    const week = new Week(47, trust);
    const { log } = week;
    const overlaps = new Map([
      [2 * dayS, () => log.rotateKey()],
      [3 * dayS, () => log.retireOldKeys()],
      // Without an overlap: the new key alone signs at once, while edges still serve the old list of keys.
      [
        5 * dayS,
        () => {
          log.rotateKey();
          log.retireOldKeys();
        },
      ],
    ]);
    while (week.passedS < 7 * dayS) {
      week.live();
      overlaps.get(week.passedS)?.();
      const alarm = await week.pass();
      assert.equal(alarm, undefined, `after ${week.passedS} s: ${alarm?.kind}: ${alarm?.message}`);
    }
    assert.ok(week.staleChecks > 500, `${week.staleChecks} checks met an old checkpoint`);
    assert.ok(week.unreadable > 25, `${week.unreadable} checks met a failing edge`);
    await week.passUntilAlarm(maxStaleS + 10 * minuteS);
    assert.equal(week.state?.size, log.size);
  });

/** Each fault is injected after hours of ordinary life; the log does nothing else afterwards. */
const faults: Record<LogAlarm['kind'], ((week: Week) => void)[]> = {
  stale: [
    ({ cdn }) => {
      cdn.frozen = true;
    },
  ],
  quorum: [
    ({ log }) => {
      for (const witness of witnesses.slice(1)) log.down.add(witness);
      log.add();
    },
  ],
  rollback: [(week) => week.log.rollBackTo(week.seen - week.random.between(1, 20))],
  fork: [
    // A rewritten history of the same size, and one that has already grown beyond the known head.
    (week) => rewrite(week, 0),
    (week) => rewrite(week, week.random.between(1, 300)),
  ],
  key: [({ log }) => log.replaceKey()],
  invalid: [
    ({ log }) => log.add({ from: 'agent:nobody', amount: 5 }),
    ({ log, cdn }) => {
      cdn.tamper = (file, bytes) =>
        file.startsWith('tile/entries/')
          ? Buffer.from(String(bytes).replaceAll('agent:ada', 'agent:eve'))
          : bytes;
      log.add();
    },
  ],
};

function rewrite({ log, random, seen }: Week, more: number): void {
  log.rollBackTo(seen - random.between(1, 20));
  while (log.size < seen + more) log.add({ to: 'agent:thief' });
}

for (const [kind, injections] of Object.entries(faults))
  for (const [i, inject] of injections.entries())
    test(`${kind} ${i + 1} is the first alarm, behind the same CDN`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 1_000_000 }),
          fc.constantFrom(...Object.values(policies)),
          fc.integer({ min: 30, max: 60 }),
          async (seed, trust, steps) => {
            if (kind === 'quorum' && !trust.policy) return;
            const week = new Week(seed, trust, dayS / 2);
            for (let step = 0; step < steps; step++) {
              week.live();
              assert.equal(await week.pass(), undefined);
            }
            week.log.down.clear();
            inject(week);
            const alarm = await week.passUntilAlarm(dayS / 8);
            assert.equal(alarm?.kind, kind, alarm?.message ?? 'no alarm');
          },
        ),
        { numRuns: 8 },
      );
    });
