import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { errors, invalidField } from '../../platform/http/errors.ts';
import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import { oneOf } from '../../platform/http/schema.ts';
import { saysSomething } from '../../video/script/refusals.ts';
import { isStoryboard, storyboardErrors } from '../../video/script/script.ts';
import { formats, type Storyboard, styles } from '../../video/storyboard.ts';
import { voices } from '../../video/voice/voices.ts';

const maxTopic = 2_000;
const maxFacts = 8;
const maxFactChars = 20_000;
const maxImages = 8;

const videoErrors = {
  refusedTopic: errorKind(
    'topic_refused',
    422,
    'No video is created about this: it is hateful, asks for harm, is sexually explicit, or is about a private person.',
  ),
  unanswered: errorKind(
    'unanswered',
    422,
    'No source covers the topic, so nothing was charged; send facts, a script or your own model, or allow_unanswered.',
  ),
} as const;

/** The body of POST /video. */
export const videoBody = Type.Object({
  topic: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: maxTopic,
      pattern: '\\S',
      description:
        'A question, a subject, a text to summarise, or the URL of a page to summarise. Required without from.',
    }),
  ),
  preview: Type.Optional(
    Type.Boolean({
      description: 'true: only the script, its claim and a still per scene, free; render it with from.',
    }),
  ),
  from: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, description: 'The preview_id to render, with edits.' }),
  ),
  edits: Type.Optional(
    Type.Array(
      Type.Object({
        scene: Type.Integer({ minimum: 0, maximum: 23, description: 'The scene of the preview, from 0.' }),
        text: Type.Optional(
          Type.String({ minLength: 1, maxLength: 400, pattern: '\\S', description: 'Spoken instead.' }),
        ),
        picture: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 40,
            pattern: '\\S',
            description: 'Drawn instead: a thing by its plain name, or an emoji.',
          }),
        ),
        drop: Type.Optional(Type.Boolean({ description: 'true leaves the scene out.' })),
        position: Type.Optional(
          Type.Integer({ minimum: 0, maximum: 23, description: 'Its new place among the scenes, from 0.' }),
        ),
      }),
      { minItems: 1, maxItems: 24, description: 'Changes to the scenes of the preview in from.' },
    ),
  ),
  allow_unanswered: Type.Optional(
    Type.Boolean({ description: 'true renders a topic that no source answers; the video says so.' }),
  ),
  voice: Type.Optional(
    oneOf([...voices], {
      default: 'af_heart',
      description:
        'af_heart and af_bella: American women; am_michael: an American man; bm_george: a British man.',
    }),
  ),
  narration: Type.Optional(
    Type.Boolean({ default: true, description: 'false: captions and music without a voice.' }),
  ),
  facts: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: maxFactChars, pattern: '\\S' }), {
      minItems: 1,
      maxItems: maxFacts,
      description: 'Sources of the script: texts, or URLs of pages to read.',
    }),
  ),
  script: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 4_000,
      pattern: '\\S',
      description: 'The exact words to speak.',
    }),
  ),
  storyboard: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        'A complete video: title, description, tags, language, mood and beats with their scenes (docs: video).',
    }),
  ),
  images: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 2_048 }), {
      minItems: 1,
      maxItems: maxImages,
      description:
        'URLs of PNG, JPEG or WebP images, including files uploaded to the city; shown in this order.',
    }),
  ),
  style: Type.Optional(
    oneOf([...styles], { default: 'auto', description: 'Visual style; auto follows the mood.' }),
  ),
  length_s: Type.Optional(
    Type.Integer({
      minimum: 15,
      maximum: 90,
      description: 'Approximate length of the narration in seconds. Default: 35 to 55.',
    }),
  ),
  format: Type.Optional(oneOf([...formats], { default: '9:16' })),
  language: Type.Optional(
    Type.String({
      pattern: '^[a-z]{2}$',
      'x-rule': 'a language as two small letters',
      description:
        'Language of the captions, as two letters (en). Languages other than en need narration false, and a script, storyboard or model.',
    }),
  ),
  notify: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 2_048,
      description:
        'A public address that gets a signed webhook (video.done or video.failed) when the job ends.',
    }),
  ),
});

export type VideoBody = Static<typeof videoBody>;

/** A request with its defaults, as stored with the job. */
export interface VideoRequest {
  readonly topic: string;
  /** `none` if it is not narrated. */
  readonly voice: (typeof voices)[number] | 'none';
  readonly facts: readonly string[];
  readonly script: string | null;
  readonly storyboard: Storyboard | null;
  readonly images: readonly string[];
  readonly style: (typeof styles)[number];
  readonly length_s: number | null;
  readonly format: (typeof formats)[number];
  readonly language: string;
}

const topicHint =
  'Name a subject or ask a question: POST /video {"topic": "Why do octopuses have three hearts?"}';

/** Validates what the schema cannot; errors name the field and the next step. */
export function readRequest(body: VideoBody, hasModel: boolean): VideoRequest {
  const topic = body.topic?.trim();
  if (topic === undefined) throw invalidField('topic is required', topicHint);
  if (!saysSomething(topic)) throw invalidField('topic must have at least two letters or digits', topicHint);
  if (body.script !== undefined && body.storyboard !== undefined)
    throw invalidField('send either script or storyboard, not both', 'Remove one of them.');
  for (const [index, url] of (body.images ?? []).entries())
    if (!isHttpUrl(url))
      throw invalidField(`images[${index}] is not an http or https URL`, 'Send URLs of images.');
  const language = body.language ?? 'en';
  const voice = body.narration === false ? 'none' : (body.voice ?? 'af_heart');
  checkLanguage(language, voice, hasModel || body.script !== undefined || body.storyboard !== undefined);
  return {
    topic,
    voice,
    facts: (body.facts ?? []).map((fact) => fact.trim()),
    script: body.script?.trim() ?? null,
    storyboard: readStoryboard(body.storyboard),
    images: body.images ?? [],
    style: body.style ?? 'auto',
    length_s: body.length_s ?? null,
    format: body.format ?? '9:16',
    language,
  };
}

function checkLanguage(language: string, voice: string, isWritten: boolean): void {
  if (language === 'en') return;
  if (voice !== 'none')
    throw invalidField(
      `language is "${language}", and the voices speak English only`,
      'Send narration: false with it, or leave language out.',
    );
  if (!isWritten)
    throw invalidField(
      `language is "${language}", and our own sources are in English`,
      'Send script, storyboard or your own model with it.',
    );
}

function readStoryboard(sent: unknown): Storyboard | null {
  if (sent === undefined) return null;
  if (isStoryboard(sent)) return sent;
  throw invalidField(
    `storyboard: ${storyboardErrors(sent)[0]}`,
    'docs/video.md shows a storyboard and its scenes.',
  );
}

export const { refusedTopic } = videoErrors;

export const isHttpUrl = (text: string): boolean => /^https?:\/\/\S+$/i.test(text) && URL.canParse(text);

/** Equal requests give equal fingerprints, whatever the order of their fields. */
export const fingerprintRequest = (request: VideoRequest): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(request).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex');

export const unanswered = (topic: string, notes: readonly string[]): Refusal =>
  new Refusal(
    videoErrors.unanswered,
    `no source covers the topic “${topic.slice(0, 100)}”, so no video was created and nothing was charged${notes[0] ? ` (${notes[0]})` : ''}`,
    'Send sources in facts (texts or URLs), the words in script, or use your own model with the X-LLM headers; allow_unanswered: true renders a video that says so.',
  );

export const requestErrors = [videoErrors.refusedTopic, videoErrors.unanswered, errors.credential];
