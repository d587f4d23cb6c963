import type { Tx } from '../db/transaction.ts';
import { type Backoff, patientBackoff } from './backoff.ts';
import { type Rhythm, rhythmOf } from './rhythm.ts';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The lease is another's now, or the task was cancelled: thrown into the effect's transaction, it undoes the effect. */
export class LeaseLost extends Error {
  constructor(message = 'the task was taken over, rescheduled or cancelled during this run') {
    super(message);
    this.name = 'LeaseLost';
  }
}

/** One run of one task, as the kind's `run` sees it. */
export interface Task {
  readonly subject: string;
  /** The time this run is for, the same in every attempt: it can name the period that is paid. */
  readonly dueAt: Date;
  readonly payload: Json;
  /** From 1. */
  readonly attempt: number;
  /** Fires when the lease is lost, the run takes too long, or the process wants to stop. */
  readonly signal: AbortSignal;
  /** This due time is done, with the transaction. The task is gone, or goes on with its kind's rhythm. */
  finish(tx: Tx): Promise<void>;
  /** This due time is done, with the transaction, and the next one is `dueAt`. A payload left out is kept. */
  again(tx: Tx, next: { dueAt: Date; payload?: Json }): Promise<void>;
}

export interface GivenUpTask {
  readonly subject: string;
  readonly dueAt: Date;
  readonly payload: Json;
  readonly attempts: number;
  readonly error: string;
}

export interface Kind {
  readonly kind: string;
  /** How long after its process died or hung a task is taken over. Runs may be longer: the lease is renewed. */
  readonly leaseMs: number;
  /** Infinity: never given up. A process that dies in a run has used an attempt, or a poisonous task would run for ever. */
  readonly maxAttempts: number;
  readonly backoff: Backoff;
  /** Runs at once in one process. */
  readonly concurrency: number;
  /** A run that hangs is aborted, and its task taken over, after this. One hour unless told. */
  readonly maxRunMs?: number;
  /** With a rhythm, the task exists from the scheduler's start on and finishing it means its next beat. */
  readonly rhythm?: Rhythm;
  /** Its runs get no time to end when the process stops: nobody waits for them, and they are made again. */
  readonly stopsAtOnce?: boolean;
  /** Its first run is at the first start that knows it, not at its first beat. */
  readonly atFirst?: boolean;
  run(task: Task): Promise<void>;
  /** In the transaction that gives the task up, so exactly once. */
  onGiveUp?(tx: Tx, task: GivenUpTask): Promise<void>;
}

/** A recurring task of the service: once per interval across all processes, once after a downtime however long, never given up. */
export function every(kind: string, intervalMs: number, run: (task: Task) => Promise<void>): Kind {
  return {
    kind,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    backoff: { ...patientBackoff, maxMs: Math.min(patientBackoff.maxMs, intervalMs) },
    concurrency: 1,
    rhythm: rhythmOf(kind, intervalMs),
    run,
  };
}
