import type { Load, Worker } from './load.ts';
import type { ChaosAgent } from './population.ts';

/** Agents that give each other one AP; the memo names the operation on the ledger. */
export const tips = (load: Load, agents: readonly ChaosAgent[], round: string): Worker => ({
  async turn(n) {
    const [from, to] = [agents[n % agents.length], agents[(n + 1) % agents.length]];
    if (!from || !to) return;
    const mark = `${round} tip ${n}`;
    await load.perform('tip', mark, {
      method: 'POST',
      path: '/api/tip',
      key: from.key,
      body: { to: to.name, amount: 1, memo: mark },
    });
  },
});
