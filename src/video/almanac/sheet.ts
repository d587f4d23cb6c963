import { type Static, Type } from 'typebox';
import { asksKinds } from '../script/question.ts';
import { layerSchema } from '../storyboard.ts';

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
const sentence = Type.String({ minLength: 12, maxLength: 220, pattern: '[.!?]["”’]?$' });
const closed = { additionalProperties: false };
const orNull = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** One subject of the almanac, written to be spoken. */
export const sheetSchema = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
    subject: text(60),
    article: Type.Enum(['a', 'an', 'the', '']),
    aliases: Type.Array(text(60)),
    title: text(80),
    hook: sentence,
    definition: sentence,
    answers: Type.Array(
      Type.Object(
        {
          asks: Type.Enum([...asksKinds]),
          question: Type.String({ pattern: '\\?$' }),
          answer: Type.Array(sentence, { minItems: 1, maxItems: 3 }),
        },
        closed,
      ),
      { minItems: 1 },
    ),
    chain: orNull(
      Type.Object(
        {
          loop: Type.Boolean(),
          steps: Type.Array(Type.Object({ label: text(32), text: sentence, picture: text(40) }, closed), {
            minItems: 3,
            maxItems: 6,
          }),
        },
        closed,
      ),
    ),
    facts: Type.Array(
      Type.Object(
        {
          text: sentence,
          about: Type.Array(text(40), { minItems: 1 }),
          number: Type.Optional(
            Type.Object(
              { value: Type.Number(), unit: Type.String({ maxLength: 32 }), label: text(60) },
              closed,
            ),
          ),
        },
        closed,
      ),
      { minItems: 8, maxItems: 15 },
    ),
    items: orNull(
      Type.Array(Type.Object({ label: text(40), text: sentence, picture: text(40) }, closed), {
        minItems: 3,
        maxItems: 8,
      }),
    ),
    timeline: orNull(
      Type.Array(
        Type.Object({ date: text(24), label: text(48), text: sentence, picture: text(40) }, closed),
        {
          minItems: 3,
          maxItems: 6,
        },
      ),
    ),
    /** Its cross-section, from the top down, for sentences about its layers. */
    section: Type.Optional(Type.Array(layerSchema, { minItems: 2, maxItems: 7 })),
    parts: orNull(
      Type.Array(Type.Object({ name: text(32), text: sentence }, closed), { minItems: 2, maxItems: 6 }),
    ),
    chart: orNull(
      Type.Object(
        {
          title: text(60),
          unit: Type.String({ maxLength: 32 }),
          bars: Type.Array(Type.Object({ label: text(32), value: Type.Number() }, closed), {
            minItems: 2,
            maxItems: 10,
          }),
        },
        closed,
      ),
    ),
    comparisons: Type.Array(
      Type.Object(
        {
          with: text(60),
          aliases: Type.Array(text(60)),
          summary: sentence,
          rows: Type.Array(Type.Object({ what: text(32), this: text(60), other: text(60) }, closed), {
            minItems: 1,
          }),
        },
        closed,
      ),
    ),
    places: Type.Array(
      Type.Object(
        {
          name: text(40),
          country: Type.String({ pattern: '^(?:[A-Z]{2})?$' }),
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          lon: Type.Number({ minimum: -180, maximum: 180 }),
        },
        closed,
      ),
    ),
    misconception: orNull(Type.Object({ wrong: sentence, right: sentence }, closed)),
    payoff: sentence,
    pictures: Type.Array(text(40), { minItems: 4, maxItems: 8 }),
    mood: Type.Enum(['curious', 'calm', 'dramatic', 'playful', 'hopeful']),
    sources: Type.Array(text(160), { minItems: 1, maxItems: 3 }),
    subject_a: Type.Optional(text(60)),
    subject_b: Type.Optional(text(60)),
  },
  closed,
);

export type Sheet = Static<typeof sheetSchema>;
export type Comparison = Sheet['comparisons'][number];
