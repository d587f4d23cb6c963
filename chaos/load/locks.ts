import { setTimeout as sleep } from 'node:timers/promises';
import type { CallAnswer } from './caller.ts';
import type { Load, Worker } from './load.ts';
import { type ChaosAgent, workspace } from './population.ts';

const hours = 0.01;
/** A little less than that, for the resolution of clocks. */
const forMs = hours * 3_600_000 - 1_000;
const heldMs = 150;
/** Any two overlap. */
const lanes = ['src/', 'src/a.ts', 'src/*.ts'];

/** Where an event or a refusal by fence says so. */
const isOutdated = (text: string): boolean => text.includes('you hold no lane or lease');

const holderIn = (text: string): string | undefined => /held by (\w+) until/.exec(text)?.[1];

/** The answer to a claim lists its lanes, that to a lease is the lease. */
function fenceIn(text: string): number | undefined {
  const answer = JSON.parse(text) as { fence?: number; lanes?: { fence: number }[] };
  return answer.fence ?? answer.lanes?.[0]?.fence;
}

/**
 * One of several agents that want the same role and overlapping lanes. Who has them works under their fence, and with
 * the role also under the one before, and releases them soon.
 */
export const locks = (load: Load, { key, name }: ChaosAgent, round: string): Worker => {
  let earlier: number | undefined;
  return { turn };

  async function turn(n: number): Promise<void> {
    const isRole = n % 2 === 0;
    const lock = `${round}-${isRole ? 'deployer' : 'lane'}`;
    const call = async (kind: 'acquire' | 'release'): Promise<CallAnswer | undefined> => {
      const isRelease = kind === 'release';
      const step = isRole ? 'lease' : isRelease ? 'release' : 'claim';
      const what = isRole ? { role: lock } : { paths: [`${round}/${lanes[n % lanes.length]}`] };
      const { answer, times, refused } = await load.timeChange(
        name,
        {
          method: 'POST',
          path: `/api/workspaces/${workspace}/${step}`,
          key,
          idempotencyKey: `${name} ${lock} ${kind} ${n}`,
          body: { ...what, ...(!isRelease && { hours }), ...(isRole && isRelease && { release: true }) },
        },
        ({ text }) => holderIn(text) !== undefined,
      );
      const heldBy = refused ? holderIn(answer?.text ?? '') : undefined;
      const granted = answer !== undefined && answer.status < 300 ? answer : undefined;
      const token = granted && !isRelease ? fenceIn(granted.text) : undefined;
      const operation = { ...times, key: lock, kind, ...(!isRelease && { forMs }) };
      load.history.locks.push({
        ...operation,
        ...(token !== undefined && { token }),
        ...(heldBy !== undefined && { refused, heldBy }),
      });
      return granted;
    };
    const use = async (token: number): Promise<void> => {
      const mark = `${name} ${lock} use ${token} in ${n}`;
      const { times, refused } = await load.timeChange(
        name,
        {
          method: 'POST',
          path: `/api/workspaces/${workspace}/event`,
          key,
          idempotencyKey: mark,
          body: { kind: 'note', ref: mark, fence: token },
        },
        ({ text }) => isOutdated(text),
      );
      load.history.locks.push({ ...times, key: lock, kind: 'use', token, ...(refused && { refused }) });
    };
    const granted = await call('acquire');
    if (!granted) return;
    const token = fenceIn(granted.text);
    if (token === undefined) throw new Error(`a grant without a fence: ${granted.text}`);
    await sleep(heldMs);
    await use(token);
    if (isRole && earlier !== undefined && earlier < token) await use(earlier);
    if (isRole) earlier = token;
    await call('release');
  }
};
