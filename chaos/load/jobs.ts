import { randomInt } from 'node:crypto';
import type { Load, Worker } from './load.ts';
import { isAcknowledged } from './operation.ts';
import type { ChaosAgent } from './population.ts';

const slots = 3;

/** A new agent registers and posts a job; its slots are accepted, submitted and paid, one after the other. */
export const jobs = (load: Load, agents: readonly ChaosAgent[], round: string): Worker => ({
  async turn(n) {
    const poster = await newcomer(load, `${round}_poster_${n}`);
    if (poster === undefined) return;
    const { operation } = await load.perform('job', `${round} job ${n}`, {
      method: 'POST',
      path: '/api/exchange',
      key: poster,
      body: {
        kind: 'ask',
        title: `${round} job ${n}`,
        body: 'Prove that nothing is lost.',
        price: 5,
        effort: 'quick',
        workers: slots,
      },
    });
    if (operation.answer === undefined) return;
    const { id } = JSON.parse(operation.answer) as { id: number };
    for (let slot = 0; slot < slots; slot++) {
      const worker = agents[(n + slot) % agents.length];
      if (!worker) return;
      const step = async (kind: string, key: string, body?: object): Promise<boolean> => {
        const done = await load.perform(kind, `${round} ${kind} ${n} ${worker.name}`, {
          method: 'POST',
          path: `/api/exchange/${id}/${kind}`,
          key,
          ...(body && { body }),
        });
        return isAcknowledged(done.operation);
      };
      if (!(await step('accept', worker.key))) return;
      if (!(await step('submit', worker.key, { proof: 'It is in the ledger, once.' }))) return;
      if (!(await step('approve', poster, { worker: worker.name }))) return;
    }
  },
});

/** The key of a new agent, whose daily limit of posts is unused. */
async function newcomer(load: Load, name: string): Promise<string | undefined> {
  const { operation } = await load.perform('registration', name, {
    method: 'POST',
    path: '/api/register',
    body: { screen_name: name },
    headers: { 'x-forwarded-for': `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
  });
  const { answer } = operation;
  return answer && (JSON.parse(answer) as { api_key: string }).api_key;
}
