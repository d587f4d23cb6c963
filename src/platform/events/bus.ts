/**
 * News between the parts of a process and between processes. An event is a hint (an id, not a body): whoever
 * hears it reads the truth from the database. It may arrive twice and, when a process dies between its
 * commit and its word, not at all; nothing that must happen may hang on one.
 */
export interface EventBus {
  publish(topic: string, data: EventData): void;
  /** News that only this process needs. */
  publishLocally(topic: string, data: EventData): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (data: EventData) => void): () => void;
  /** Called when news from other processes may have been missed: caches must be dropped, waiters look again. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

export type EventData = string | number | boolean | null | { [key: string]: EventData } | EventData[];
