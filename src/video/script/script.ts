import { Ajv, type ValidateFunction } from 'ajv';
import { type Storyboard, storyboardSchema } from '../storyboard.ts';

/** Author of a script: the caller, a model, or one of our sources; `none` if no source covers the topic. */
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

export interface ScriptSource {
  readonly title: string;
  readonly url: string | null;
  readonly licence: string | null;
  /** For a photograph: URL of the image itself. */
  readonly image?: string | undefined;
}

/** The sentence that answers the topic, and where it is from. */
export interface Claim {
  readonly sentence: string;
  readonly source: string;
  readonly url: string | null;
}

/** A script and its sources. */
export interface WrittenScript {
  readonly storyboard: Storyboard;
  readonly by: ScriptAuthor;
  readonly sources: readonly ScriptSource[];
  /** Whether it answers the topic; null if it is about the subject, and nobody knows whether it answers. */
  readonly answers: boolean | null;
  readonly claim: Claim | null;
  /** Problems on the way: a model that refused, an encyclopaedia that is down. */
  readonly notes: readonly string[];
}

/** Replaces the photograph with a drawing. */
export const withoutPhoto = (storyboard: Storyboard): Storyboard => ({
  ...storyboard,
  beats: storyboard.beats.map(({ image: _, credit: __, ...beat }) => beat),
});

let compiled: ValidateFunction<Storyboard> | undefined;

/** Compiled with the first script: the schema is large, and most processes never read one. */
function storyboardValidator(): ValidateFunction<Storyboard> {
  compiled ??= new Ajv({ allErrors: true, strict: false }).compile<Storyboard>(storyboardSchema);
  return compiled;
}

export const isStoryboard = (value: unknown): value is Storyboard => storyboardValidator()(value);

/** What Ajv's own message leaves out: the values that are allowed, or the field that is not. */
function allowedIn(params: Record<string, unknown>): string {
  const { allowedValue, allowedValues, additionalProperty } = params;
  if (Array.isArray(allowedValues)) return `: ${allowedValues.join(', ')}`;
  if (allowedValue !== undefined) return `: ${allowedValue}`;
  return typeof additionalProperty === 'string' ? `: ${additionalProperty}` : '';
}

/** Validation errors for the author to correct; empty if it is a valid storyboard. */
export function storyboardErrors(value: unknown): string[] {
  const validate = storyboardValidator();
  if (validate(value)) return [];
  const errors = (validate.errors ?? [])
    // A scene that fits none of the kinds gets errors for each kind: the first few are enough.
    .map(
      ({ instancePath, message, params }) =>
        `${instancePath.replace(/^\//, '').replaceAll('/', '.') || 'it'} ${message}${allowedIn(params)}`,
    )
    .slice(0, 12);
  return errors.length > 0 ? errors : ['it is not a storyboard'];
}
