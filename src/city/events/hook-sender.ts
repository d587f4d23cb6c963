import type { Reader } from '../../platform/db/database.ts';
import type { Tx } from '../../platform/db/transaction.ts';

/** Sends signed webhooks; shared with watches, so the application passes it in. */
export interface HookSender {
  /** Creates a signing secret: `shown` is displayed once to its owner, `sealed` is stored. */
  makeSecret(): { readonly shown: string; readonly sealed: Buffer };
  /** Queues a webhook in the transaction of its cause. */
  enqueue(
    tx: Tx,
    message: {
      readonly owner: string;
      readonly url: string;
      readonly sender: string;
      readonly type: string;
      readonly secret: Buffer;
      readonly at: Date;
      readonly data: object;
    },
  ): Promise<void>;
  /** Number of pending webhooks of each sender, and its last attempt; senders that never sent are absent. */
  readState(read: Reader, senders: readonly string[]): Promise<readonly SendingState[]>;
  /** Deletes the queued webhooks of a sender. */
  deleteQueued(tx: Tx, sender: string): Promise<void>;
}

export interface SendingState {
  readonly sender: string;
  readonly pending: number;
  readonly last_at: Date | null;
  readonly last_status: number | null;
  readonly last_error: string | null;
}

export const hookOwner = (agentId: number): string => `agent:${agentId}`;
export const hookName = (hookId: number): string => `hook_${hookId}`;
