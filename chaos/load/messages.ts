import type { Load, Worker } from './load.ts';
import { type ChaosAgent, room } from './population.ts';

/** Agents that post in turn, so that none reaches its limit per minute. */
export const messages = (load: Load, agents: readonly ChaosAgent[], round: string): Worker => ({
  async turn(n) {
    const agent = agents[n % agents.length];
    if (!agent) return;
    const mark = `${round} message ${n}`;
    const { operation, times } = await load.perform('message', mark, {
      method: 'POST',
      path: `/api/rooms/${room}/messages`,
      key: agent.key,
      body: { body: mark },
    });
    const said = operation.answer && (JSON.parse(operation.answer) as { id: number });
    load.history.messages.push({ ...times, client: agent.name, mark, ...(said && { position: said.id }) });
  },
});
