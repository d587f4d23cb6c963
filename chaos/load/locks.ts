import { setTimeout as sleep } from 'node:timers/promises';
import type { Load, Worker } from './load.ts';
import { type ChaosAgent, workspace } from './population.ts';

const hours = 0.01;
/** A little less than that, for the resolution of clocks. */
const forMs = hours * 3_600_000 - 1_000;
const heldMs = 150;
/** Any two overlap. */
const lanes = ['src/', 'src/a.ts', 'src/*.ts'];

const holderIn = (text: string): string | undefined => /held by (\w+) until/.exec(text)?.[1];

/** One of several agents that want the same role and overlapping lanes; who has them releases them soon. */
export const locks = (load: Load, { key, name }: ChaosAgent, round: string): Worker => ({
  async turn(n) {
    const isRole = n % 2 === 0;
    const lock = `${round}-${isRole ? 'deployer' : 'lane'}`;
    const call = async (kind: 'acquire' | 'release'): Promise<boolean> => {
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
      const operation = { ...times, key: lock, kind, ...(!isRelease && { forMs }) };
      load.history.locks.push({ ...operation, ...(heldBy !== undefined && { refused, heldBy }) });
      return answer !== undefined && answer.status < 300;
    };
    if (!(await call('acquire'))) return;
    await sleep(heldMs);
    await call('release');
  },
});
