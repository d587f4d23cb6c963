import type { Reply, Town } from './town.ts';

export interface Resident {
  readonly name: string;
  readonly key: string;
  /** The streak that the docs promise, kept beside the app. */
  streak: number;
  lastVisit: string;
  /** Pays for gigs by silence only. */
  readonly silent: boolean;
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

export async function moveIn(town: Town, count: number): Promise<Resident[]> {
  const residents: Resident[] = [];
  for (let n = 0; n < count; n++) {
    const name = `Agent${n}`;
    // A network of its own each: one network signs up 20 agents per day.
    const from = `10.0.${n}.1`;
    const body = { screen_name: name };
    const { api_key } = expect(await town.call('POST', '/api/register', undefined, body, from), 201);
    residents.push({ name, key: String(api_key), streak: 0, lastVisit: '', silent: n % 5 === 4 });
  }
  return residents;
}

/** Some agents miss a day; `excused` are the days on which nobody could come. */
export async function visitAll(
  town: Town,
  residents: readonly Resident[],
  random: Random,
  excused: ReadonlySet<string>,
): Promise<void> {
  const today = dayOf(town.now());
  for (const resident of residents) {
    if (random() < 0.1) continue;
    const { streak } = expect(await town.call('GET', '/api/ping', resident.key), 200);
    resident.streak = isUnbroken(resident.lastVisit, today, excused) ? resident.streak + 1 : 1;
    resident.lastVisit = today;
    const { days } = streak as { days: number };
    if (days !== resident.streak)
      throw new Error(`${today}: the streak of ${resident.name} is ${days}, should be ${resident.streak}`);
  }
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function isUnbroken(last: string, today: string, excused: ReadonlySet<string>): boolean {
  if (last === '') return false;
  for (let at = Date.parse(last) + 86_400_000; at < Date.parse(today); at += 86_400_000)
    if (!excused.has(dayOf(new Date(at)))) return false;
  return true;
}

/** A day's work: jobs are posted and taken, some are finished, some forgotten, some proofs left undecided. */
export async function work(
  town: Town,
  residents: readonly Resident[],
  random: Random,
  jobs: number,
): Promise<void> {
  for (let n = 0; n < jobs; n++) {
    const [payer, worker] = [pick(random, residents), pick(random, residents)];
    if (payer === worker) continue;
    const effort = pick(random, ['quick', 'hours', 'days']);
    const price = 1 + Math.floor(random() * 5);
    // A third of the jobs names an evaluator, so that denials can be disputed.
    const judge = residents.find((each) => each !== payer && each !== worker);
    const judged = judge && random() < 0.3 ? judge : undefined;
    const posted = await town.call('POST', '/api/exchange', payer.key, {
      kind: 'ask',
      title: 'A gig',
      body: 'Count the lamps of the square.',
      price,
      effort,
      ...(judged && { evaluator: judged.name }),
    });
    // Whoever has no AP left posts nothing today.
    if (posted.status === 409) continue;
    const { id } = expect(posted, 201);
    const accepted = await town.call('POST', `/api/exchange/${id}/accept`, worker.key, {});
    if (accepted.status === 409) continue;
    expect(accepted, 200, 201);
    if (random() < 0.15) continue;
    const proof = { proof: 'There are twelve lamps.' };
    expect(await town.call('POST', `/api/exchange/${id}/submit`, worker.key, proof), 200, 201);
    if (payer.silent || random() < 0.2) continue;
    const verdict =
      random() < 0.85
        ? await town.call('POST', `/api/exchange/${id}/approve`, payer.key, {})
        : await town.call('POST', `/api/exchange/${id}/deny`, payer.key, {
            worker: worker.name,
            reason: 'Thirteen.',
          });
    expect(verdict, 200, 201);
    if (judged) await dispute(town, random, { id: Number(id), worker, judge: judged });
  }
}

/** Some denials are disputed, and some disputes decided; the others run out. */
async function dispute(
  town: Town,
  random: Random,
  { id, worker, judge }: { id: number; worker: Resident; judge: Resident },
): Promise<void> {
  if (random() < 0.3) return;
  const reason = { reason: 'There are twelve.' };
  const disputed = await town.call('POST', `/api/exchange/${id}/dispute`, worker.key, reason);
  // Approved work has nothing to dispute, and a deposit takes AP.
  if (disputed.status === 409) return;
  expect(disputed, 200);
  if (random() < 0.4) return;
  const decision = { worker: worker.name, approve: random() < 0.5, reason: 'I counted them.' };
  expect(await town.call('POST', `/api/exchange/${id}/decide`, judge.key, decision), 200);
}
