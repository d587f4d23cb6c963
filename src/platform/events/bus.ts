/**
 * Events between the parts of a process and between processes. An event is a hint (an id, not a body): its
 * receiver reads the current state from the database. It may arrive twice and, if a process dies between its
 * commit and its event, not at all; nothing essential may depend on one.
 * A topic with a colon (`room:lobby`) is a subject: other processes receive its events only while they
 * subscribe to it. A topic without one (`agent.changed`) is common: every process receives it.
 */
export interface EventBus {
  publish(topic: string, data: EventData): void;
  /** For events that only this process needs. */
  publishLocally(topic: string, data: EventData): void;
  /** Returns a function that unsubscribes. */
  subscribe(topic: string, listener: (data: EventData) => void): () => void;
  /**
   * Resolves once other processes' events on a subject arrive here; undefined if they already do. To wait for
   * something new without missing it: subscribe, await this, read the database, and only then wait.
   */
  whenListening(topic: string): Promise<void> | undefined;
  /** Called when other processes' events may have been missed: drop caches, and let waiters read again. */
  onGap(listener: () => void): () => void;
  readonly traffic: BusTraffic;
  close(): Promise<void>;
}

/** Events received from other processes since startup. */
export interface BusTraffic {
  /** Events on common topics. */
  readonly common: number;
  /** Events on subjects. */
  readonly subject: number;
  /**
   * Events on subjects without a local subscriber: the subject shares a channel, or its reader has just left.
   */
  readonly unserved: number;
  /** Channels it currently listens to, including the common one. */
  readonly channels: number;
}

export type EventData = string | number | boolean | null | { [key: string]: EventData } | EventData[];

export const isSubject = (topic: string): boolean => topic.includes(':');
