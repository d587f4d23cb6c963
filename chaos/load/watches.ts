import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '../site/site.ts';
import type { Callers } from './caller.ts';
import { type ChaosAgent, callOrThrow } from './population.ts';
import type { ScheduledWork } from './scheduled-work.ts';

const count = 6;
/** A difference is confirmed by a second check after fifteen seconds before it is reported. */
const mostMs = 180_000;

interface WatchEvent {
  readonly watch_id: string;
}

/**
 * Watches of one page that changes in each round: each must report it by one webhook, with retries under its
 * id.
 */
export async function watches(
  site: Site,
  callers: Callers,
  agents: readonly ChaosAgent[],
): Promise<ScheduledWork> {
  const ids: string[] = [];
  for (const [n, { key }] of agents.slice(0, count).entries()) {
    const { watch_id } = await callOrThrow<WatchEvent>(callers, {
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
  const countReports = () => {
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
        const reports = countReports();
        if (reports.size < ids.length && performance.now() < end) continue;
        return ids.flatMap((id) => {
          const messages = new Set(reports.get(id)?.map((hook) => hook.id));
          return messages.size === 1 ? [] : [`${id} reported its change by ${messages.size} webhooks`];
        });
      }
    },
  };
}
