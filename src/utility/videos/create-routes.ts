import { sql } from 'kysely';
import { Type } from 'typebox';
import { paymentErrors } from '../../payments/errors.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { findReplay, type Replay, runOnce } from '../../platform/http/idempotency.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';
import type { Log } from '../../platform/log.ts';
import type { LanguageModel } from '../../platform/model/language-model.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import type { WrittenScript } from '../../video/script/script.ts';
import type { KeyHolder } from '../access/key-lookup.ts';
import { takeFreeGrant } from '../access/quota.ts';
import { skillErrors } from '../catalogue/errors.ts';
import { notifyUrl } from '../catalogue/params.ts';
import type { WebhookSecrets } from '../webhooks/signature.ts';
import { asModelRefusal, callerModel, modelErrors, selfServeHint } from './caller-model.ts';
import { addJob, findFinishedDuplicate, type PaidBy, takeOwedVideo } from './job.ts';
import type { JobScripts } from './job-scripts.ts';
import { moderate } from './moderation.ts';
import { createPreview, editedPreview, previewSchema } from './previews.ts';
import {
  readRequest,
  requestErrors,
  unanswered,
  type VideoBody,
  type VideoRequest,
  videoBody,
} from './request.ts';

export interface CreateVideoDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  /** Undefined if this deployment accepts no payments. */
  readonly payments: Payments | undefined;
  readonly urls: { readonly utility: string };
  readonly videoPriceUsd: string;
  readonly scripts: JobScripts;
  readonly secrets: WebhookSecrets;
  readonly log: Log;
  readonly moderationUrl: string | undefined;
  readonly moderationKey: string | undefined;
  /** Whether free renders are also refused if no source answers the topic. */
  readonly requireAnswer: boolean;
}

const maxUnfinished = 5;
const example = { topic: 'Why do octopuses have three hearts?', voice: 'af_heart' } as const;

export const videoOffer = (priceUsd: string) => ({
  route: '/video',
  does: 'Render a narrated vertical video from a topic, after the free one of a key.',
  priceUsd,
  settleFirst: true,
});

interface VideoCall {
  readonly wanted: VideoRequest;
  readonly caller: KeyHolder;
  readonly body: Pick<VideoBody, 'notify' | 'from' | 'allow_unanswered'>;
  /** The script of a preview. */
  readonly written?: WrittenScript | undefined;
  readonly idempotency: IdempotencyRecord | undefined;
  readonly request: RequestFacts;
  setHeader(name: string, value: string): void;
}

interface CreatedVideo {
  job_id: string;
  poll: string;
  secret?: string;
}

export const createVideo = (
  deps: Pick<CreateVideoDependencies, 'payments' | 'videoPriceUsd'>,
): Route<CreateVideoDependencies> =>
  route<CreateVideoDependencies>()({
    method: 'POST',
    path: '/video',
    name: 'createVideo',
    area: 'video',
    summary: `Create a narrated video (captions, music, mp4) about a topic. With preview: true you get its script, claim and scenes within two seconds, free; from renders that, with edits. One render per key is free. Further renders are paid, or you ${selfServeHint}: your model then writes the script during this request, and its key is not stored. A topic that no source covers is refused with 422 before anything is charged. An identical request returns the finished video.`,
    auth: 'key',
    effect: 'own',
    ...(deps.payments && { price: deps.videoPriceUsd }),
    secret: true,
    screened: ['topic', 'script', 'facts', 'storyboard', 'edits'],
    errors: [
      errors.paymentRequired,
      errors.notFound,
      ...requestErrors,
      ...Object.values(modelErrors),
      ...Object.values(skillErrors),
      paymentErrors.refused,
      paymentErrors.inUse,
      paymentErrors.bound,
      paymentErrors.unavailable,
      paymentErrors.unknown,
    ],
    limits: [{ name: 'video made', max: 60, window: 'hour', per: 'caller', of: 'video requests' }],
    body: videoBody,
    example: { body: example },
    output: Type.Union([
      Type.Object({
        job_id: Type.String({ description: 'vid_…' }),
        poll: Type.String({ description: 'GET this with the same key until status is done or failed.' }),
        secret: Type.Optional(
          Type.String({ description: 'Secret that signs the webhook, if notify is set; shown only once.' }),
        ),
      }),
      previewSchema,
    ]),
    handle: async ({ body, ...input }, deps) => {
      const model = callerModel(input.request, deps.outbound);
      await moderate(deps, body);
      if (body.from !== undefined) {
        const edited = await editedPreview(deps, body.from, body, input.caller.subject);
        if (edited.written.answers === false && !body.allow_unanswered)
          throw unanswered(edited.wanted.topic, edited.written.notes);
        return createForCaller(deps, { ...input, body, ...edited }, undefined);
      }
      const wanted = readRequest(body, model !== undefined);
      if (body.preview)
        return createPreview(deps, {
          ...{ wanted, model, owner: input.caller.subject },
          ...{ idempotency: input.idempotency, signal: input.request.signal },
        });
      return createForCaller(deps, { ...input, body, wanted }, model);
    },
  });

async function createForCaller(
  deps: CreateVideoDependencies,
  call: VideoCall,
  model: LanguageModel | undefined,
): Promise<CreatedVideo | Replay> {
  const { caller, idempotency, request, wanted } = call;
  const replay = idempotency && (await findReplay(deps.read, idempotency));
  if (replay) return replay;
  if (!model) {
    const duplicate = await findFinishedDuplicate(deps.read, caller.subject, wanted, deps.clock.now());
    if (duplicate) return { job_id: duplicate.id, poll: pollUrl(deps, duplicate.id) };
  }
  if (call.body.notify !== undefined) await notifyUrl(deps.outbound, call.body.notify, request.signal);
  await refuseTooManyUnfinished(deps.read, caller.subject);
  if (model || call.written?.by === 'own_model') {
    const script = call.written ?? (await writeByCaller(deps, call, model));
    return deps.transaction((tx) =>
      runOnce(tx, idempotency, 200, async () => {
        // Serialises concurrent requests of one caller, so that each one is counted.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`videos of ${caller.subject}`}, 0))`.execute(
          tx,
        );
        await refuseTooManyUnfinished(tx, caller.subject);
        return startOrder(tx, deps, toOrder(call, script), 'own_model');
      }),
    );
  }
  // The operator's model costs money: it writes once the render is taken.
  const mustAnswer = deps.requireAnswer && !deps.scripts.hasModel && !call.body.allow_unanswered;
  const script = call.written ?? (mustAnswer ? await writeAnsweringScript(deps, call) : undefined);
  return (await createFree(deps, call, script)) ?? createPaid(deps, call, script);
}

const writeByCaller = (
  { scripts }: CreateVideoDependencies,
  { wanted, request }: VideoCall,
  model: LanguageModel | undefined,
): Promise<WrittenScript> =>
  scripts.write(wanted, model, request.signal).catch((error: unknown) => {
    throw asModelRefusal(error);
  });

/** A script that answers the topic; otherwise the call is refused here, before anything is paid or used up. */
async function writeAnsweringScript(
  { scripts }: CreateVideoDependencies,
  { wanted, request, body }: VideoCall,
): Promise<WrittenScript> {
  const script = await scripts.write(wanted, undefined, request.signal);
  if (script.answers === false && !body.allow_unanswered) throw unanswered(wanted.topic, script.notes);
  return script;
}

/** A free render: one that a failed job owes, or the key's free grant. Undefined if there is none. */
async function createFree(
  deps: CreateVideoDependencies,
  call: VideoCall,
  script: WrittenScript | undefined,
): Promise<CreatedVideo | Replay | undefined> {
  const { caller, idempotency } = call;
  try {
    return await deps.transaction((tx) =>
      runOnce(tx, idempotency, 200, async () => {
        const isOwed = await takeOwedVideo(tx, caller.subject);
        if (!isOwed && !(await takeFreeGrant(tx, 'video', caller.subject, deps.clock.now())))
          throw new FreeQuotaUsed();
        return startOrder(tx, deps, toOrder(call, script), isOwed ? 'owed' : 'free');
      }),
    );
  } catch (error) {
    if (error instanceof FreeQuotaUsed) return undefined;
    throw error;
  }
}

class FreeQuotaUsed extends Error {}

/**
 * Settles first, as a render cannot be undone; then creates the job together with the payment record, exactly
 * once.
 */
async function createPaid(
  deps: CreateVideoDependencies,
  videoCall: VideoCall,
  written: WrittenScript | undefined,
): Promise<CreatedVideo> {
  const { payments } = deps;
  const { caller, idempotency, request, body, setHeader } = videoCall;
  if (!payments) throw paymentsUnavailable(deps);
  const offer = { ...videoOffer(deps.videoPriceUsd), orElse: `or ${selfServeHint}.` };
  const secret = body.notify !== undefined;
  const scope = caller.subject;
  const call = { offer, request, body, idempotency, baseUrl: deps.urls.utility, scope, secret, setHeader };
  const earlier = await payments.findEarlierPurchase<CreatedVideo>(call);
  if (earlier) return earlier;
  // Before the price is quoted: a caller must not sign a payment for a topic without a script. The model runs
  // only after payment.
  const isPaid = payments.isPaid(request);
  if (!isPaid && deps.scripts.hasModel) throw await payments.challenge(call);
  const script = written ?? (await writeAnsweringScript(deps, videoCall));
  if (!isPaid) throw await payments.challenge(call);
  const order = toOrder(videoCall, script);
  return payments.settleThenRun(
    call,
    async () => {},
    (tx) => runOnce(tx, idempotency, 200, () => startOrder(tx, deps, order, 'x402')),
    order,
  );
}

/** The order, stored until the payment is settled and the job exists. */
interface VideoOrder {
  readonly owner: string;
  readonly wanted: VideoRequest;
  readonly notify?: string | undefined;
  readonly script?: WrittenScript | undefined;
  readonly preview?: string | undefined;
}

/** The reconciler creates paid videos whose request dies after settlement. */
export function registerVideoSales(deps: CreateVideoDependencies): void {
  const { route } = videoOffer(deps.videoPriceUsd);
  deps.payments?.whenPaid<VideoOrder>(route, (tx, order) => startOrder(tx, deps, order, 'x402'), 200);
}

const toOrder = ({ caller, wanted, body }: VideoCall, script: WrittenScript | undefined): VideoOrder => ({
  owner: caller.subject,
  wanted,
  notify: body.notify,
  script,
  preview: body.from,
});

async function startOrder(
  tx: Tx,
  deps: CreateVideoDependencies,
  { owner, wanted, notify: url, script, preview }: VideoOrder,
  paidBy: PaidBy,
): Promise<CreatedVideo> {
  const secret = url === undefined ? undefined : deps.secrets.make();
  const notify = secret && { url: new URL(url ?? '').href, secret: secret.sealed };
  const id = await addJob(tx, deps, { owner, request: wanted, paidBy, script, notify, preview });
  return { job_id: id, poll: pollUrl(deps, id), ...(secret && { secret: secret.shown }) };
}

const pollUrl = ({ urls }: CreateVideoDependencies, id: string): string => `${urls.utility}/video/${id}`;

/**
 * A render takes one core for a minute, so one key must not fill the queue. The limit is exact for free
 * renders.
 */
async function refuseTooManyUnfinished(read: Reader, owner: string): Promise<void> {
  const rows = await read
    .selectFrom('video_job')
    .select('id')
    .where('owner', '=', owner)
    .where('status', 'in', ['queued', 'rendering'])
    .limit(maxUnfinished)
    .execute();
  if (rows.length < maxUnfinished) return;
  throw new Refusal(
    errors.overLimit,
    `you have ${maxUnfinished} unfinished videos, the maximum`,
    `Wait for one of them: GET /video/${rows[0]!.id}`,
    { 'retry-after': '30' },
  );
}

/** Formatted like every 402, so that a client sees that there is nothing to sign. */
function paymentsUnavailable({ videoPriceUsd, urls }: CreateVideoDependencies): Refusal {
  const { does } = videoOffer(videoPriceUsd);
  const resource = { url: `${urls.utility}/video`, description: does, mimeType: 'application/json' };
  return new Refusal(
    errors.paymentRequired,
    `the free video of this key is used, and this server accepts no payments for another one (${videoPriceUsd} USD)`,
    `Call again and ${selfServeHint}.`,
    { 'cache-control': 'no-store' },
    { x402Version: 2, resource, accepts: [] },
  );
}
