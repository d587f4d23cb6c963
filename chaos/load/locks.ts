import { setTimeout as sleep } from 'node:timers/promises';
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
    const what = isRole ? { role: lock } : { paths: [`${round}/${lanes[n % lanes.length]}`] };
    const change = (step: string, mark: string, body: object, mayRefuse: (text: string) => boolean) =>
      load.timeChange(
        name,
        {
          method: 'POST',
          path: `/api/workspaces/${workspace}/${step}`,
          key,
          idempotencyKey: `${name} ${lock} ${mark} in ${n}`,
          body,
        },
        ({ text }) => mayRefuse(text),
      );
    const acquire = async (): Promise<number | undefined> => {
      const isHeld = (text: string) => holderIn(text) !== undefined;
      const { answer, times, refused } = await change(
        isRole ? 'lease' : 'claim',
        'acquire',
        { ...what, hours },
        isHeld,
      );
      const token = answer && answer.status < 300 ? fenceIn(answer.text) : undefined;
      const heldBy = refused ? holderIn(answer?.text ?? '') : undefined;
      load.history.locks.push({
        ...times,
        key: lock,
        kind: 'acquire',
        forMs,
        ...(token !== undefined && { token }),
        ...(heldBy !== undefined && { refused, heldBy }),
      });
      return token;
    };
    /** An event under a fence, or the release of what was granted with it. */
    const under = async (token: number, kind: 'use' | 'release'): Promise<void> => {
      const [step, body] =
        kind === 'use'
          ? ['event', { kind: 'note', ref: lock }]
          : isRole
            ? ['lease', { ...what, release: true }]
            : ['release', what];
      const stated = { ...body, fence: token };
      const { times, refused } = await change(step, `${kind} ${token}`, stated, isOutdated);
      // A refused release has no effect, like any other work under a fence that is outdated.
      load.history.locks.push(
        refused
          ? { ...times, key: lock, kind: 'use', token, refused }
          : { ...times, key: lock, kind, ...(kind === 'use' && { token }) },
      );
    };
    const token = await acquire();
    if (token === undefined) return;
    await sleep(heldMs);
    await under(token, 'use');
    if (isRole && earlier !== undefined && earlier < token) await under(earlier, 'use');
    if (isRole) earlier = token;
    await under(token, 'release');
  }
};
