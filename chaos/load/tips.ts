import type { Load, Worker } from './load.ts';
import type { ChaosAgent } from './population.ts';

const amounts = 5;

/** Agents that give each other AP; the memo names the operation on the ledger. */
export const tips = (load: Load, agents: readonly ChaosAgent[], round: string): Worker => ({
  async turn(n) {
    const [from, to] = [agents[n % agents.length], agents[(n + 1) % agents.length]];
    if (!from || !to) return;
    const mark = `${round} tip ${n}`;
    const amount = 1 + (n % amounts);
    const { operation, times } = await load.perform('tip', mark, {
      method: 'POST',
      path: '/api/tip',
      key: from.key,
      body: { to: to.name, amount, memo: mark },
    });
    const { history } = load;
    const timed = { ...times, client: from.name };
    const said = operation.answer && (JSON.parse(operation.answer) as { balance: number; seq: number });
    history.tips.push({ ...timed, to: to.name, mark, ...(said && { position: said.seq }) });
    history.balances.push({ ...timed, from: from.name, to: to.name, amount });
    if (said) history.balances.push({ ...timed, account: from.name, balance: said.balance });
  },
});
