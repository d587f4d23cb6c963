import { Correspondence } from './correspondence.ts';
import { Credentials } from './credentials.ts';
import { Fixtures } from './fixtures.ts';
import { findBrokenInvariants, findSalaryFaults } from './invariants.ts';
import { expect, type Random, registerResidents, toUtcDate, visitAll, work } from './residents.ts';
import { type DatabaseAddress, dayMs, hourMs, SimulatedCity } from './simulated-city.ts';

export interface SimulationPlan {
  readonly databaseAddress: DatabaseAddress;
  /** Date of the first day, such as 2028-02-20: a leap day and the change to summer time may follow. */
  readonly firstDay: string;
  readonly days: number;
  readonly agents: number;
  readonly jobsPerDay: number;
  /** Number of times per day that work and clock alternate. */
  readonly stepsPerDay: number;
  /** Day numbers at whose end the service is stopped, with the length of the outage in days. */
  readonly outages: ReadonlyMap<number, number>;
  /** It is restarted at the end of every this many days. */
  readonly restartEvery: number;
  readonly random: Random;
}

export interface DayReport {
  readonly day: string;
  readonly tookMs: number;
  readonly broken: readonly string[];
}

export interface SimulationResult {
  readonly reports: readonly DayReport[];
  /** How often the less frequent time-driven behaviours occurred. */
  readonly seen: Readonly<Record<string, number>>;
}

/** Simulates the days one by one, and checks every time-driven behaviour at the end of each. */
export async function simulateDays(
  plan: SimulationPlan,
  onDay: (report: DayReport) => void = () => {},
): Promise<SimulationResult> {
  const { databaseAddress, random, stepsPerDay } = plan;
  const city = new SimulatedCity(databaseAddress, `${plan.firstDay}T06:00:00.000Z`);
  const reports: DayReport[] = [];
  let seen: Record<string, number> = {};
  const excused = new Set<string>();
  let fixtures: Fixtures | undefined;
  let correspondence: Correspondence | undefined;
  await city.start();
  try {
    const residents = await registerResidents(city, plan.agents);
    const [founder, ...others] = residents;
    if (!founder) throw new Error('nobody moved in');
    const foundedMs = city.now().getTime();
    const ageInDays = () => Math.floor((city.now().getTime() - foundedMs) / dayMs);
    await foundCompany(city, founder.key, others.slice(0, 3));
    fixtures = await Fixtures.open(city, databaseAddress, founder);
    const credentials = await Credentials.open(city, random);
    correspondence = await Correspondence.open(city, others);
    for (let n = 1; n <= plan.days; n++) {
      const beganMs = performance.now();
      const day = toUtcDate(city.now());
      const broken: string[] = [];
      await visitAll(city, residents, random, excused).catch((error: Error) => broken.push(error.message));
      await fixtures.buy().catch((error: Error) => broken.push(error.message));
      broken.push(...(await credentials.day().catch((error: Error) => [error.message])));
      for (let step = 0; step < stepsPerDay; step++) {
        await work(city, others, random, Math.ceil(plan.jobsPerDay / stepsPerDay));
        await city.forward((24 * hourMs) / stepsPerDay);
        fixtures.step();
        broken.push(...(await credentials.findFaults()));
      }
      const outageDays = plan.outages.get(n) ?? 0;
      if (outageDays > 0 || n % plan.restartEvery === 0) await city.stop();
      if (outageDays > 0) await simulateOutage(city, outageDays, excused);
      if (outageDays > 0 || n % plan.restartEvery === 0) await city.start();
      await city.settle();
      broken.push(
        ...(await findBrokenInvariants(city, databaseAddress)),
        ...(await findSalaryFaults(city, ageInDays())),
        ...(await fixtures.findFaults()),
        ...(await credentials.findFaults()),
        ...(await correspondence.findFaults()),
        ...city.errors,
      );
      const report = { day, tookMs: performance.now() - beganMs, broken };
      reports.push(report);
      onDay(report);
    }
    seen = { ...credentials.seen, ...correspondence.seen };
  } finally {
    fixtures?.close();
    correspondence?.close();
    await city.stop();
  }
  return { reports, seen };
}

async function foundCompany(
  city: SimulatedCity,
  founderKey: string,
  workers: readonly { name: string; key: string }[],
): Promise<void> {
  const name = 'lamplighters';
  expect(await city.call('POST', '/api/projects', founderKey, { name, pitch: 'We light the lamps.' }), 201);
  for (const worker of workers) {
    expect(await city.call('POST', `/api/projects/${name}/join`, worker.key, {}), 200, 201);
    const terms = { name: worker.name, ap: 1, period: 'day' };
    expect(await city.call('POST', `/api/projects/${name}/salary`, founderKey, terms), 200, 201);
  }
}

/** Nobody can visit on a day that the outage touches. */
async function simulateOutage(city: SimulatedCity, days: number, excused: Set<string>): Promise<void> {
  for (let n = 0; n <= days; n++) excused.add(toUtcDate(new Date(city.now().getTime() + n * dayMs)));
  await city.forward(days * dayMs);
}
