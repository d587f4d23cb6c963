import { Ajv } from 'ajv';
import { type Storyboard, storyboardSchema } from '../storyboard.ts';

/** Who wrote a script: the caller, a model, or one of our sources; `none` where no source knew the topic. */
export const scriptAuthors = [
  'caller',
  'facts',
  'own_model',
  'model',
  'almanac',
  'encyclopaedia',
  'dictionary',
  'none',
] as const;
export type ScriptAuthor = (typeof scriptAuthors)[number];

export interface Source {
  readonly title: string;
  readonly url: string | null;
  readonly licence: string | null;
  /** Of a photograph: where the picture itself is. */
  readonly image?: string | undefined;
}

/** A script with what it is made of. */
export interface WrittenScript {
  readonly storyboard: Storyboard;
  readonly by: ScriptAuthor;
  readonly sources: readonly Source[];
  /** It answers the topic; where it does not, nobody pays for it. */
  readonly answers: boolean;
  /** What went wrong on the way to it: a model that refused, an encyclopaedia that is down. */
  readonly notes: readonly string[];
}

/** With a drawing where the photograph was. */
export const withoutPhoto = (storyboard: Storyboard): Storyboard => ({
  ...storyboard,
  beats: storyboard.beats.map(({ image: _, credit: __, ...beat }) => beat),
});

const ajv = new Ajv({ allErrors: true, strict: false });
const validate = ajv.compile<Storyboard>(storyboardSchema);

export const isStoryboard = (value: unknown): value is Storyboard => validate(value);

/** What is wrong with it, for its author to correct; nothing where it is a storyboard. */
export function faultsOf(value: unknown): string[] {
  if (validate(value)) return [];
  const faults = (validate.errors ?? [])
    // Of a scene that fits none of the kinds every kind complains: the first few say enough.
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the object'} ${message} ${JSON.stringify(params)}`,
    )
    .slice(0, 12);
  return faults.length > 0 ? faults : ['it is not a storyboard'];
}
