/**
 * Events between the parts of a process and between processes. An event is a hint (an id, not a body): whoever
 * receives it reads the truth from the database. It may arrive twice and, when a process dies between its
 * commit and its event, not at all; nothing that must happen may depend on one.
 *
 * A topic with a colon (`room:lobby`) is a subject: other processes receive its events only while they subscribe to
 * it. A topic without one (`agent.changed`) is common: every process receives it.
 */
export interface EventBus {
  publish(topic: string, data: EventData): void;
  /** For events that only this process needs. */
  publishLocally(topic: string, data: EventData): void;
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, listener: (data: EventData) => void): () => void;
  /**
   * Resolves once events of other processes on a subject arrive here; undefined when they do already. Whoever waits for
   * something new subscribes, awaits this, reads the database and only then waits: so nothing falls between.
   */
  listening(topic: string): Promise<void> | undefined;
  /** Called when events of other processes may have been missed: caches must be dropped, waiters read again. */
  onGap(listener: () => void): () => void;
  readonly traffic: BusTraffic;
  close(): Promise<void>;
}

/** What this process has received from others since it started. */
export interface BusTraffic {
  /** Events on common topics. */
  readonly common: number;
  /** Events on subjects. */
  readonly subject: number;
  /** Of those on subjects, the ones nobody here subscribes to: their subject shares a channel, or its reader has just left. */
  readonly unserved: number;
  /** Channels it listens to now, the common one included. */
  readonly channels: number;
}

export type EventData = string | number | boolean | null | { [key: string]: EventData } | EventData[];

export const isSubject = (topic: string): boolean => topic.includes(':');
