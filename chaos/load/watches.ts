import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../site/site.ts';
import type { Callers } from './caller.ts';
import { type ChaosAgent, done } from './population.ts';
import type { StandingWork } from './standing.ts';

const count = 6;
/** A difference is looked at twice, fifteen seconds apart, before it is told. */
const mostMs = 180_000;

interface Told {
  readonly watch_id: string;
}

/** Watches on one page that changes in each round: every one of them tells it by one webhook, repeats under its id. */
export async function watches(
  site: Site,
  callers: Callers,
  agents: readonly ChaosAgent[],
): Promise<StandingWork> {
  const ids: string[] = [];
  for (const [n, { key }] of agents.slice(0, count).entries()) {
    const { watch_id } = await done<Told>(callers, {
      method: 'POST',
      service: 'utility',
      path: '/watch',
      key,
      idempotencyKey: `watch ${n}`,
      body: { kind: 'page', target: site.pages.url(`page-${n}`), notify: site.pages.url(`hook-${n}`) },
    });
    ids.push(watch_id);
  }
  let word = '';
  const toldOf = () => {
    const hooks = site.pages.hooks.filter(({ body }) => body.includes(word));
    return Map.groupBy(hooks, ({ body }) => ids.find((id) => body.includes(id)) ?? 'another watch');
  };
  return {
    async begin(round) {
      word = `Round ${['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][round % 10]} of ${round}`;
      site.pages.content = `${word} has begun.`;
    },
    async check() {
      for (const end = performance.now() + mostMs; ; await sleep(200)) {
        const told = toldOf();
        if (told.size < ids.length && performance.now() < end) continue;
        return ids.flatMap((id) => {
          const messages = new Set(told.get(id)?.map((hook) => hook.id));
          return messages.size === 1 ? [] : [`${id} told its change by ${messages.size} webhooks`];
        });
      }
    },
  };
}
