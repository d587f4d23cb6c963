import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { type Selectable, sql } from 'kysely';
import { Type } from 'typebox';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Reader } from '../../platform/db/database.ts';
import { pruneRows } from '../../platform/db/prune.ts';
import { toStorable } from '../../platform/db/row-values.ts';
import type { Tables } from '../../platform/db/tables.ts';
import type { Transact } from '../../platform/db/transaction.ts';
import { dayMs } from '../../platform/duration.ts';
import { invalidField, notFound } from '../../platform/http/errors.ts';
import { type Replay, runOnce } from '../../platform/http/idempotency.ts';
import { nullable, timestamp } from '../../platform/http/schema.ts';
import type { IdempotencyRecord } from '../../platform/http/tables.ts';
import type { LanguageModel } from '../../platform/model/language-model.ts';
import { SingleFlight } from '../../platform/single-flight.ts';
import { drawStills } from '../../video/render/stills.ts';
import type { WrittenScript } from '../../video/script/script.ts';
import { speechSeconds } from '../../video/script/speech-length.ts';
import { isSameStatement } from '../../video/script/writers/lines.ts';
import { noPicture } from '../../video/storyboard.ts';
import { spokenSentences } from '../../video/voice/sentences.ts';
import { asModelRefusal } from './caller-model.ts';
import { toSeed } from './job.ts';
import type { JobScripts } from './job-scripts.ts';
import { fetchPictures, jobFolder, type RenderWorkDependencies } from './render-task.ts';
import type { VideoBody, VideoRequest } from './request.ts';
import { claimSchema } from './view.ts';

/** A preview is answered within two seconds, so its sources have less. */
const sourcesMs = 1_600;
const maxDrawMs = 120_000;
/** A reader waits for the stills: they yield to requests, but not to renders. */
const maxNiceness = 10;
const maxStillBytes = 2_000_000;

export const previewSchema = Type.Object({
  preview_id: Type.String({ description: 'prv_…; POST /video {"from": this} renders it.' }),
  answers_topic: nullable(Type.Boolean({ description: 'As in a video: true, null or false.' })),
  claim: nullable(claimSchema),
  script_by: Type.String(),
  script: Type.Array(Type.String(), { description: 'The sentences that are spoken.' }),
  scenes: Type.Array(
    Type.Object({
      text: Type.String({ description: 'What is spoken.' }),
      picture: nullable(Type.String({ description: 'What is drawn; null if the words are shown instead.' })),
      still: Type.String({ description: 'URL of a JPEG of the scene, drawn when it is fetched.' }),
    }),
  ),
  title: Type.String(),
  sources: Type.Array(
    Type.Object({ title: Type.String(), url: nullable(Type.String()), licence: nullable(Type.String()) }),
  ),
  notes: Type.Array(Type.String()),
  length_s: Type.Number({ description: 'About how long the video will be.' }),
  price_usd: Type.String({ description: 'Price of rendering it; the first render of a key is free.' }),
  expires_at: timestamp(),
});
export type VideoPreview = Type.Static<typeof previewSchema>;

interface PreviewDependencies {
  readonly read: Reader;
  readonly transaction: Transact;
  readonly clock: Clock;
  readonly scripts: JobScripts;
  readonly urls: { readonly utility: string };
  readonly videoPriceUsd: string;
}

interface WantedPreview {
  readonly wanted: VideoRequest;
  readonly owner: string;
  readonly model: LanguageModel | undefined;
  readonly idempotency: IdempotencyRecord | undefined;
  readonly signal: AbortSignal;
}

type PreviewRow = Selectable<Tables['video_preview']>;

/** Writes the script and keeps it for a day; nothing is spoken or drawn. */
export async function createPreview(
  deps: PreviewDependencies,
  { wanted, owner, model, idempotency, signal }: WantedPreview,
): Promise<VideoPreview | Replay> {
  const deadline = AbortSignal.timeout(sourcesMs);
  const script = await deps.scripts.writePreview(wanted, model, signal, deadline).catch((error: unknown) => {
    throw model ? asModelRefusal(error) : error;
  });
  const now = deps.clock.now();
  const row = {
    id: `prv_${randomBytes(12).toString('hex')}`,
    owner,
    created_at: now,
    expires_at: new Date(now.getTime() + dayMs),
  };
  const stored = { request: JSON.stringify(wanted), script: JSON.stringify(toStorable(script)) };
  return deps.transaction((tx) =>
    runOnce(tx, idempotency, 200, async () => {
      await tx
        .insertInto('video_preview')
        .values({ ...row, ...stored })
        .execute();
      return presentPreview(deps, { ...row, request: wanted, script });
    }),
  );
}

function presentPreview(deps: PreviewDependencies, { id, script, expires_at }: PreviewRow): VideoPreview {
  const { storyboard, answers, claim, by, sources, notes } = script;
  const { beats, title } = storyboard;
  return {
    preview_id: id,
    answers_topic: answers,
    claim,
    script_by: by,
    script: spokenSentences(storyboard),
    scenes: beats.map(({ narration, subject }, scene) => ({
      text: narration,
      picture: subject === noPicture ? null : subject,
      still: `${deps.urls.utility}/previews/${id}/${stillName(scene)}`,
    })),
    title,
    sources: sources.map(({ title, url, licence }) => ({ title, url, licence })),
    notes: [...notes],
    length_s: Math.round(speechSeconds(storyboard)),
    price_usd: deps.videoPriceUsd,
    expires_at: expires_at.toISOString(),
  };
}

/** The request and the script of a preview, with the caller's changes. */
export async function editedPreview(
  { read, clock }: Pick<PreviewDependencies, 'read' | 'clock'>,
  id: string,
  body: VideoBody,
  owner: string,
): Promise<{ wanted: VideoRequest; written: WrittenScript }> {
  const preview = await findPreview(read, id, clock.now());
  if (preview?.owner !== owner)
    throw notFound(
      `you have no preview ${id.slice(0, 40)}, or it has expired`,
      'POST /video {"topic": "why octopuses have three hearts", "preview": true} creates one.',
    );
  const { request, script } = preview;
  const written = body.edits ? await applyEdits(script, body.edits) : script;
  const { voice = request.voice, narration, style = request.style, format = request.format } = body;
  const wanted = {
    ...request,
    voice: narration === false ? ('none' as const) : voice,
    style,
    format,
    // An edited script is another video.
    ...(body.edits && { storyboard: written.storyboard }),
  };
  return { wanted, written };
}

async function applyEdits(
  script: WrittenScript,
  edits: NonNullable<VideoBody['edits']>,
): Promise<WrittenScript> {
  const { beats } = script.storyboard;
  for (const [index, { scene }] of edits.entries())
    if (scene >= beats.length)
      throw invalidField(
        `edits[${index}].scene is ${scene}, and the preview has scenes 0 to ${beats.length - 1}`,
        'Use the indexes of scenes in the preview, from 0.',
      );
  // Loaded when needed, like the writers: it knows all pictures.
  const { editStoryboard } = await import('../../video/edits.ts');
  const storyboard = editStoryboard(script.storyboard, edits, script.sources);
  if (!storyboard) throw invalidField('edits leave no scene', 'Keep at least one scene.');
  const said = storyboard.beats.map(({ narration }) => ({ text: narration }));
  const { claim } = script;
  const isSaid = claim !== null && said.some((each) => isSameStatement(each, { text: claim.sentence }));
  const changed = edits.filter(({ text }) => text !== undefined).length;
  return {
    ...script,
    storyboard,
    claim: isSaid ? claim : null,
    answers: script.answers && (isSaid || claim === null) ? true : script.answers && null,
    notes: [...script.notes, ...(changed > 0 ? [`the caller changed the words of ${changed} scenes`] : [])],
  };
}

const findPreview = (read: Reader, id: string, now: Date): Promise<PreviewRow | undefined> =>
  read
    .selectFrom('video_preview')
    .selectAll()
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();

const stillName = (scene: number): string => `scene-${scene}.jpg`;
const stillKey = (id: string, name: string): string => `previews/${id}/${name}`;

type StillDependencies = Pick<
  RenderWorkDependencies,
  'read' | 'clock' | 'blobs' | 'outbound' | 'log' | 'workDir' | 'niceness'
>;

/** Pictures of the scenes of previews: all of a preview are drawn with the first that is asked for. */
export class Stills {
  readonly #deps: StillDependencies;
  readonly #flights = new SingleFlight<void>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: StillDependencies) {
    this.#deps = deps;
  }

  /** Undefined if there is no such scene or preview. */
  async read(id: string, name: string, signal: AbortSignal): ReturnType<BlobStore['read']> {
    const { read, clock, blobs } = this.#deps;
    const preview = await findPreview(read, id, clock.now());
    const isScene = preview?.script.storyboard.beats.some((_, scene) => stillName(scene) === name);
    if (!preview || !isScene) return undefined;
    const drawn = await blobs.read(stillKey(id, name));
    if (drawn) return drawn;
    await this.#flights.join(id, signal, () => this.#begin(preview));
    return blobs.read(stillKey(id, name));
  }

  /** One preview at a time, and to its end even if the reader leaves. */
  #begin(preview: PreviewRow): Promise<void> {
    const drawing = this.#last.then(() => this.#draw(preview));
    this.#last = drawing.catch(() => {});
    return drawing;
  }

  async #draw({ id, request, script }: PreviewRow): Promise<void> {
    const { blobs, workDir, niceness } = this.#deps;
    const folder = jobFolder(workDir, id);
    const signal = AbortSignal.timeout(maxDrawMs);
    try {
      const { storyboard, files } = await fetchPictures(this.#deps, script, request.images, folder, signal);
      const stills = await drawStills(
        {
          ...{ storyboard, images: files, format: request.format, style: request.style, seed: toSeed(id) },
          niceness: Math.min(maxNiceness, niceness),
        },
        signal,
      );
      for (const [scene, still] of stills.entries())
        await blobs.put(stillKey(id, stillName(scene)), Buffer.from(still), {
          contentType: 'image/jpeg',
          maxBytes: maxStillBytes,
        });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Removes expired previews with their stills. */
export async function removePreviews({
  read,
  transaction,
  clock,
  blobs,
}: Pick<StillDependencies, 'read' | 'clock' | 'blobs'> & { readonly transaction: Transact }): Promise<void> {
  const now = clock.now();
  const expired = await read.selectFrom('video_preview').selectAll().where('expires_at', '<=', now).execute();
  for (const { id, script } of expired)
    for (const scene of script.storyboard.beats.keys()) await blobs.delete(stillKey(id, stillName(scene)));
  await pruneRows(transaction, 'video_preview', sql`expires_at <= ${now}`);
}
