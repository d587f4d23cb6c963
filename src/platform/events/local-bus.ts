import type { BusTraffic, EventBus, EventData } from './bus.ts';

/** Delivery inside one process; the other buses build on it. */
export class LocalBus implements EventBus {
  readonly traffic: BusTraffic = { common: 0, subject: 0, unserved: 0, channels: 0 };
  readonly #topics = new Map<string, Set<(data: EventData) => void>>();
  readonly #gaps = new Set<() => void>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = (error) => process.emitWarning(String(error))) {
    this.#onError = onError;
  }

  publish(topic: string, data: EventData): void {
    for (const listener of this.#topics.get(topic) ?? []) this.#call(() => listener(data));
  }

  publishLocally(topic: string, data: EventData): void {
    this.publish(topic, data);
  }

  subscribe(topic: string, listener: (data: EventData) => void): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }

  whenListening(): undefined {}

  hasSubscribers(topic: string): boolean {
    return this.#topics.has(topic);
  }

  onGap(listener: () => void): () => void {
    this.#gaps.add(listener);
    return () => this.#gaps.delete(listener);
  }

  gap(): void {
    for (const listener of this.#gaps) this.#call(listener);
  }

  /** A failing listener affects neither the publisher nor the other listeners. */
  #call(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#onError(error);
    }
  }

  async close(): Promise<void> {
    this.#topics.clear();
    this.#gaps.clear();
  }
}
