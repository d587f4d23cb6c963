import { sql } from 'kysely';
import { Type } from 'typebox';
import { paymentErrors } from '../../payments/errors.ts';
import type { Payments } from '../../payments/payments.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import type { Transact, Tx } from '../../platform/db/transaction.ts';
import { errors } from '../../platform/http/errors.ts';
import { type Claim, dropClaims, once, Replay, takeClaim } from '../../platform/http/idempotency.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type RequestFacts, type Route, route } from '../../platform/http/route.ts';
import { oneOf } from '../../platform/http/schema.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { TaskQueue } from '../../platform/scheduler/queue.ts';
import { type Voice, voices } from '../../video/voice/voices.ts';
import { takeFreeGrant } from '../access/free-grant.ts';
import type { KeyHolder } from '../access/key-lookup.ts';
import { addJob, type PaidBy, takeOwed } from './job.ts';
import { modelErrors, ownModel, ownScript, selfServeHint } from './own-model.ts';

export interface CreateVideoParts {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly tasks: TaskQueue;
  readonly outbound: Outbound;
  /** Undefined where this deployment takes no payments. */
  readonly payments: Payments | undefined;
  readonly urls: { readonly utility: string };
  readonly videoPriceUsd: string;
}

const maxTopic = 2_000;
const maxUnfinished = 5;
const example = { topic: 'why octopuses have three hearts', voice: 'af_heart' } as const;

export const videoOffer = (priceUsd: string) => ({
  route: '/video',
  does: 'Render a narrated vertical video from a topic, beyond the free one of a key.',
  priceUsd,
  settleFirst: true,
});

interface Wanted {
  readonly topic: string;
  readonly voice: Voice;
}

interface Asking extends Wanted {
  readonly caller: KeyHolder;
  readonly body: unknown;
  readonly claim: Claim | undefined;
  readonly request: RequestFacts;
  setHeader(name: string, value: string): void;
}

interface Answer {
  job_id: string;
  poll: string;
}

export const createVideo = (
  parts: Pick<CreateVideoParts, 'payments' | 'videoPriceUsd'>,
): Route<CreateVideoParts> =>
  route<CreateVideoParts>()({
    method: 'POST',
    path: '/video',
    name: 'createVideo',
    area: 'video',
    does: `Make a narrated vertical video (25 to 45 s of speech, captions, music, mp4) from a topic. One render a key is free. After that it is paid, or you ${selfServeHint}: your model then writes the script during this request, and its key is kept nowhere.`,
    auth: 'key',
    effect: 'own',
    ...(parts.payments && { price: parts.videoPriceUsd }),
    screened: ['topic'],
    errors: [
      errors.paymentRequired,
      errors.credential,
      ...Object.values(modelErrors),
      paymentErrors.refused,
      paymentErrors.inUse,
      paymentErrors.bound,
      paymentErrors.unavailable,
      paymentErrors.unknown,
    ],
    limits: [{ name: 'video made', max: 60, window: 'hour', per: 'caller', of: 'videos asked for' }],
    body: Type.Object({
      topic: Type.String({
        minLength: 1,
        maxLength: maxTopic,
        pattern: '\\S',
        description: 'A word, a sentence, an emoji, or a text that is to be told in short.',
      }),
      voice: Type.Optional(
        oneOf([...voices], {
          default: 'af_heart',
          description:
            'af_heart and af_bella: American women; am_michael: an American man; bm_george: a British man.',
        }),
      ),
    }),
    example: { body: example },
    answer: {
      status: 200,
      schema: Type.Object({
        job_id: Type.String({ description: 'vid_…' }),
        poll: Type.String({ description: 'GET this with the same key until status is done or failed.' }),
      }),
    },
    handle: async ({ body, ...input }, given) =>
      make(given, { ...input, body, topic: body.topic.trim(), voice: body.voice ?? 'af_heart' }),
  });

async function make(parts: CreateVideoParts, asking: Asking): Promise<Answer | Replay> {
  const { caller, claim, request, topic } = asking;
  const first = claim && (await firstAnswer(parts, claim));
  if (first) return first;
  await refuseCrowd(parts.read, caller.subject);
  const model = ownModel(request, parts.outbound);
  if (model) {
    const storyboard = await ownScript(model, topic, request.signal);
    return parts.transaction((tx) =>
      once(tx, claim, parts.clock, 200, async () => {
        // Whoever asked for many at once is counted here, one by one.
        await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`videos of ${caller.subject}`}, 0))`.execute(
          tx,
        );
        await refuseCrowd(tx, caller.subject);
        return start(tx, parts, asking, 'own_model', storyboard);
      }),
    );
  }
  return (await given(parts, asking)) ?? paid(parts, asking);
}

/** What costs nothing: a render that a failed job owes, or the one that every key has. Undefined where there is none. */
async function given(parts: CreateVideoParts, asking: Asking): Promise<Answer | Replay | undefined> {
  const { caller, claim } = asking;
  try {
    return await parts.transaction((tx) =>
      once(tx, claim, parts.clock, 200, async () => {
        const isOwed = await takeOwed(tx, caller.subject);
        if (!isOwed && !(await takeFreeGrant(tx, 'video', caller.subject, parts.clock.now())))
          throw new NothingLeft();
        return start(tx, parts, asking, isOwed ? 'owed' : 'free');
      }),
    );
  } catch (error) {
    if (error instanceof NothingLeft) return undefined;
    throw error;
  }
}

class NothingLeft extends Error {}

/** Settled first, as a render cannot be taken back; then the job is there with the record of the payment, once. */
async function paid(parts: CreateVideoParts, asking: Asking): Promise<Answer> {
  const { payments, clock } = parts;
  const { caller, claim, request, body, setHeader } = asking;
  if (!payments) throw noPayments(parts);
  const offer = { ...videoOffer(parts.videoPriceUsd), orElse: `or ${selfServeHint}.` };
  const call = { offer, request, body, baseUrl: parts.urls.utility, scope: caller.subject, setHeader };
  if (!payments.isPaid(request)) throw await payments.challenge(call);
  return payments.settleThenRun(
    call,
    async () => {},
    async (tx) => {
      const answer = await once(tx, claim, clock, 200, () => start(tx, parts, asking, 'x402'));
      return answer instanceof Replay ? (JSON.parse(answer.json) as Answer) : answer;
    },
  );
}

async function start(
  tx: Tx,
  parts: CreateVideoParts,
  asking: Asking,
  paidBy: PaidBy,
  storyboard?: Parameters<typeof addJob>[2]['storyboard'],
): Promise<Answer> {
  const { caller, topic, voice } = asking;
  const id = await addJob(tx, parts, { owner: caller.subject, topic, voice, paidBy, storyboard });
  return { job_id: id, poll: `${parts.urls.utility}/video/${id}` };
}

/** A retry is answered before anything is asked or paid again; a new call leaves no trace yet. */
function firstAnswer({ transaction, clock }: CreateVideoParts, claim: Claim): Promise<Replay | undefined> {
  return transaction(async (tx) => {
    const replay = await takeClaim(tx, claim, clock);
    if (!replay) await dropClaims(tx, [claim]);
    return replay;
  });
}

/** Renders take a core for a minute: one key does not fill the queue for all. Those that cost nothing are held to it exactly. */
async function refuseCrowd(read: Reader, owner: string): Promise<void> {
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
    `you have ${maxUnfinished} videos that are not finished, which is the most`,
    `Wait for one of them: GET /video/${rows[0]!.id}`,
    { 'retry-after': '30' },
  );
}

/** In the form of every 402, so that a client sees with its own eyes that there is nothing to sign. */
function noPayments({ videoPriceUsd, urls }: CreateVideoParts): Refusal {
  const { does } = videoOffer(videoPriceUsd);
  const resource = { url: `${urls.utility}/video`, description: does, mimeType: 'application/json' };
  return new Refusal(
    errors.paymentRequired,
    `the free video of this key is used, and this deployment takes no payments for another (${videoPriceUsd} USD)`,
    `Call again and ${selfServeHint}.`,
    { 'cache-control': 'no-store' },
    { x402Version: 2, resource, accepts: [] },
  );
}
