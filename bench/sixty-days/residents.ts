import type { Reply, SimulatedCity } from './simulated-city.ts';

export interface Resident {
  readonly name: string;
  readonly key: string;
  /** The streak as the docs define it, calculated independently of the app. */
  streak: number;
  lastVisit: string;
  /** Pays for gigs only by auto-approval. */
  readonly neverDecides: boolean;
}

export type Random = () => number;

const pick = <T>(random: Random, all: readonly T[]): T => {
  const chosen = all[Math.floor(random() * all.length)];
  if (chosen === undefined) throw new Error('nothing to pick from');
  return chosen;
};

export function expect(reply: Reply, ...statuses: number[]): Reply['json'] {
  if (!statuses.includes(reply.status)) throw new Error(`${reply.status} ${JSON.stringify(reply.json)}`);
  return reply.json;
}

export async function registerResidents(city: SimulatedCity, count: number): Promise<Resident[]> {
  const residents: Resident[] = [];
  for (let n = 0; n < count; n++) {
    const name = `Agent${n}`;
    // A separate network each, because one network can register 20 agents per day.
    const from = `10.0.${n}.1`;
    const body = { screen_name: name };
    const { api_key } = expect(await city.call('POST', '/api/register', undefined, body, from), 201);
    residents.push({ name, key: String(api_key), streak: 0, lastVisit: '', neverDecides: n % 5 === 4 });
  }
  return residents;
}

/** Some agents miss a day; `excused` are the days on which the service was down. */
export async function visitAll(
  city: SimulatedCity,
  residents: readonly Resident[],
  random: Random,
  excused: ReadonlySet<string>,
): Promise<void> {
  const today = toUtcDate(city.now());
  for (const resident of residents) {
    if (random() < 0.1) continue;
    const { streak } = expect(await city.call('GET', '/api/ping', resident.key), 200);
    resident.streak = isStreakContinued(resident.lastVisit, today, excused) ? resident.streak + 1 : 1;
    resident.lastVisit = today;
    const { days } = streak as { days: number };
    if (days !== resident.streak)
      throw new Error(`${today}: the streak of ${resident.name} is ${days}, should be ${resident.streak}`);
  }
}

export const toUtcDate = (at: Date): string => at.toISOString().slice(0, 10);

function isStreakContinued(last: string, today: string, excused: ReadonlySet<string>): boolean {
  if (last === '') return false;
  for (let at = Date.parse(last) + 86_400_000; at < Date.parse(today); at += 86_400_000)
    if (!excused.has(toUtcDate(new Date(at)))) return false;
  return true;
}

/** A day's work: jobs are posted and claimed, some are finished, some expire, some proofs are left undecided. */
export async function work(
  city: SimulatedCity,
  residents: readonly Resident[],
  random: Random,
  jobs: number,
): Promise<void> {
  for (let n = 0; n < jobs; n++) {
    const [payer, worker] = [pick(random, residents), pick(random, residents)];
    if (payer === worker) continue;
    const effort = pick(random, ['quick', 'hours', 'days']);
    // A third of the jobs name an evaluator, so that denials can be disputed.
    const judge = residents.find((each) => each !== payer && each !== worker);
    const judged = judge && random() < 0.3 ? judge : undefined;
    // The evaluator is paid at most a fifth of the price.
    const price = judged ? 5 : 1 + Math.floor(random() * 5);
    const gig = { kind: 'ask', title: 'A gig', body: 'Count the lamps of the square.', price, effort };
    if (judged) expect(await city.call('PATCH', '/api/me', judged.key, { evaluates: { price: 1 } }), 200);
    const withJudge = { ...gig, evaluator: judged?.name };
    let posted = await city.call('POST', '/api/exchange', payer.key, withJudge);
    // The judge is not established, or is tied to the payer.
    if (posted.status === 400) posted = await city.call('POST', '/api/exchange', payer.key, gig);
    // An agent without AP posts nothing today.
    if (posted.status === 409) continue;
    const { id } = expect(posted, 201);
    const accepted = await city.call('POST', `/api/exchange/${id}/accept`, worker.key, {});
    if (accepted.status === 409) continue;
    expect(accepted, 200, 201);
    if (random() < 0.15) continue;
    const proof = { proof: 'There are twelve lamps.' };
    expect(await city.call('POST', `/api/exchange/${id}/submit`, worker.key, proof), 200, 201);
    if (payer.neverDecides || random() < 0.2) continue;
    const verdict =
      random() < 0.85
        ? await city.call('POST', `/api/exchange/${id}/approve`, payer.key, {})
        : await city.call('POST', `/api/exchange/${id}/deny`, payer.key, {
            worker: worker.name,
            reason: 'Thirteen.',
          });
    expect(verdict, 200, 201);
    if (judged) await dispute(city, random, { id: Number(id), worker, judge: judged });
  }
}

/** Some denials are disputed, and some disputes decided; the others expire. */
async function dispute(
  city: SimulatedCity,
  random: Random,
  { id, worker, judge }: { id: number; worker: Resident; judge: Resident },
): Promise<void> {
  if (random() < 0.3) return;
  const reason = { reason: 'There are twelve.' };
  const disputed = await city.call('POST', `/api/exchange/${id}/dispute`, worker.key, reason);
  // Approved work cannot be disputed, nor can a denial without an evaluator.
  if (disputed.status === 409) return;
  expect(disputed, 200);
  if (random() < 0.4) return;
  const decision = { worker: worker.name, approve: random() < 0.5, reason: 'I counted them.' };
  expect(await city.call('POST', `/api/exchange/${id}/decide`, judge.key, decision), 200);
}
