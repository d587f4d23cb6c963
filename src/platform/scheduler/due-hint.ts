import type { Clock } from '../clock.ts';
import { afterCommit, type Tx } from '../db/transaction.ts';
import type { EventBus, EventData } from '../events/bus.ts';

const topic = 'task.due';
/** Tasks due later are found by the schedulers' own polls, so that 100,000 watches cause no traffic. */
const horizonMs = 2_000;

const pending = new WeakMap<Tx, Map<string, number>>();

/**
 * Notifies the schedulers, after the commit, that a task of this kind is due soon: once per kind and
 * transaction.
 */
export function publishDueHint(tx: Tx, bus: EventBus, clock: Clock, kind: string, dueAt: Date): void {
  if (dueAt.getTime() - clock.now().getTime() > horizonMs) return;
  const hints = pending.get(tx) ?? new Map<string, number>();
  if (!pending.has(tx)) {
    pending.set(tx, hints);
    afterCommit(tx, () => {
      for (const [name, due_ms] of hints) bus.publish(topic, { kind: name, due_ms });
    });
  }
  hints.set(kind, Math.min(dueAt.getTime(), hints.get(kind) ?? Number.POSITIVE_INFINITY));
}

export function onDueHint(bus: EventBus, listener: (kind: string, dueAt: Date) => void): () => void {
  return bus.subscribe(topic, (data: EventData) => {
    if (data === null || typeof data !== 'object' || Array.isArray(data)) return;
    const { kind, due_ms } = data;
    if (typeof kind === 'string' && typeof due_ms === 'number') listener(kind, new Date(due_ms));
  });
}
