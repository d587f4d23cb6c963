import { Correspondence } from './correspondence.ts';
import { Credentials } from './credentials.ts';
import { Fixtures } from './fixtures.ts';
import { brokenInvariants, wrongSalaries } from './invariants.ts';
import { dayOf, expect, moveIn, type Random, visitAll, work } from './people.ts';
import { dayMs, hourMs, type Place, Town } from './town.ts';

export interface Plan {
  readonly place: Place;
  /** The first day, as 2028-02-20: a leap day and the change to summer time may lie ahead. */
  readonly firstDay: string;
  readonly days: number;
  readonly agents: number;
  readonly jobsPerDay: number;
  /** Work and clock alternate so often per day. */
  readonly stepsPerDay: number;
  /** Day numbers on which the service stops at the end of the day, with the days it sleeps. */
  readonly sleeps: ReadonlyMap<number, number>;
  /** It is restarted at the end of every so many days. */
  readonly restartEvery: number;
  readonly random: Random;
}

export interface DayReport {
  readonly day: string;
  readonly tookMs: number;
  readonly broken: readonly string[];
}

export interface Life {
  readonly reports: readonly DayReport[];
  /** How often the rarer time-driven behaviours were seen. */
  readonly seen: Readonly<Record<string, number>>;
}

/** Lives the days one by one; what every time-driven behaviour promises is checked at the end of each. */
export async function live(plan: Plan, onDay: (report: DayReport) => void = () => {}): Promise<Life> {
  const { place, random, stepsPerDay } = plan;
  const town = new Town(place, `${plan.firstDay}T06:00:00.000Z`);
  const reports: DayReport[] = [];
  let seen: Record<string, number> = {};
  const excused = new Set<string>();
  let fixtures: Fixtures | undefined;
  let correspondence: Correspondence | undefined;
  await town.start();
  try {
    const residents = await moveIn(town, plan.agents);
    const [founder, ...others] = residents;
    if (!founder) throw new Error('nobody moved in');
    const foundedMs = town.now().getTime();
    const ageInDays = () => Math.floor((town.now().getTime() - foundedMs) / dayMs);
    await foundCompany(town, founder.key, others.slice(0, 3));
    fixtures = await Fixtures.open(town, place, founder);
    const credentials = await Credentials.open(town, random);
    correspondence = await Correspondence.open(town, others);
    for (let n = 1; n <= plan.days; n++) {
      const beganMs = performance.now();
      const day = dayOf(town.now());
      const broken: string[] = [];
      await visitAll(town, residents, random, excused).catch((error: Error) => broken.push(error.message));
      await fixtures.buy().catch((error: Error) => broken.push(error.message));
      broken.push(...(await credentials.day().catch((error: Error) => [error.message])));
      for (let step = 0; step < stepsPerDay; step++) {
        await work(town, others, random, Math.ceil(plan.jobsPerDay / stepsPerDay));
        await town.forward((24 * hourMs) / stepsPerDay);
        fixtures.step();
        broken.push(...(await credentials.broken()));
      }
      const asleep = plan.sleeps.get(n) ?? 0;
      if (asleep > 0 || n % plan.restartEvery === 0) await town.stop();
      if (asleep > 0) await oversleep(town, asleep, excused);
      if (asleep > 0 || n % plan.restartEvery === 0) await town.start();
      await town.settle();
      broken.push(
        ...(await brokenInvariants(town, place)),
        ...(await wrongSalaries(town, ageInDays())),
        ...(await fixtures.broken()),
        ...(await credentials.broken()),
        ...(await correspondence.broken()),
        ...town.errors,
      );
      const report = { day, tookMs: performance.now() - beganMs, broken };
      reports.push(report);
      onDay(report);
    }
    seen = { ...credentials.seen, ...correspondence.seen };
  } finally {
    fixtures?.close();
    correspondence?.close();
    await town.stop();
  }
  return { reports, seen };
}

async function foundCompany(
  town: Town,
  founderKey: string,
  workers: readonly { name: string; key: string }[],
): Promise<void> {
  const name = 'lamplighters';
  expect(await town.call('POST', '/api/projects', founderKey, { name, pitch: 'We light the lamps.' }), 201);
  for (const worker of workers) {
    expect(await town.call('POST', `/api/projects/${name}/join`, worker.key, {}), 200, 201);
    const terms = { name: worker.name, ap: 1, period: 'day' };
    expect(await town.call('POST', `/api/projects/${name}/salary`, founderKey, terms), 200, 201);
  }
}

/** Nobody can visit on a day that the outage touches. */
async function oversleep(town: Town, days: number, excused: Set<string>): Promise<void> {
  for (let n = 0; n <= days; n++) excused.add(dayOf(new Date(town.now().getTime() + n * dayMs)));
  await town.forward(days * dayMs);
}
