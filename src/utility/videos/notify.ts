import type { Tx } from '../../platform/db/transaction.ts';
import { enqueue, type WebhookDependencies } from '../webhooks/deliveries.ts';
import { findJob } from './job.ts';
import { presentVideo } from './view.ts';

export interface AnnounceDependencies extends WebhookDependencies {
  readonly urls: { readonly utility: string };
}

/** Enqueues the webhook of a finished job, in the transaction that finishes it. */
export async function notifyFinished(tx: Tx, deps: AnnounceDependencies, id: string): Promise<void> {
  const job = await findJob(tx, id);
  if (!job?.notify || !job.notify_secret) return;
  await enqueue(tx, deps, {
    owner: job.owner,
    url: job.notify,
    sender: id,
    changeId: null,
    type: job.status === 'done' ? 'video.done' : 'video.failed',
    secret: job.notify_secret,
    at: job.finished_at ?? deps.clock.now(),
    data: presentVideo(job, deps.urls.utility, deps.clock.now()),
  });
}
