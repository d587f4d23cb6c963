import type { Tx } from '../../platform/db/transaction.ts';

/** The sender of signed webhooks, which watches use too. The application passes it in. */
export interface HookSender {
  /** A signing secret: what its owner sees once, and what is stored. */
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
  /** Drops what a sender has queued. */
  forget(tx: Tx, sender: string): Promise<void>;
}

export const hookOwner = (agentId: number): string => `agent:${agentId}`;
export const hookName = (hookId: number): string => `hook_${hookId}`;
