import type { Tx } from '../../platform/db/transaction.ts';
import { enqueue, type WebhookParts } from '../webhooks/deliveries.ts';
import { findJob } from './job.ts';
import { presentVideo } from './view.ts';

export interface AnnounceParts extends WebhookParts {
  readonly urls: { readonly utility: string };
}

/** Enqueues the webhook of a finished job, in the transaction that finishes it. */
export async function notifyFinished(tx: Tx, parts: AnnounceParts, id: string): Promise<void> {
  const job = await findJob(tx, id);
  if (!job?.notify || !job.notify_secret) return;
  await enqueue(tx, parts, {
    owner: job.owner,
    url: job.notify,
    sender: id,
    changeId: null,
    type: job.status === 'done' ? 'video.done' : 'video.failed',
    secret: job.notify_secret,
    at: job.finished_at ?? parts.clock.now(),
    data: presentVideo(job, parts.urls.utility, parts.clock.now()),
  });
}
