import { type Static, Type } from 'typebox';

/** What a film feels like: palette, type, music and pace follow from it. */
export const moods = ['curious', 'calm', 'epic', 'playful', 'serious', 'urgent', 'warm'] as const;

const line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
const lines = (maxItems: number, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems });

/** How a beat is shown. What a kind needs beyond the beat's own words stands here, and nothing else: no markup, no code. */
const sceneSchema = Type.Union([
  Type.Object({ kind: Type.Literal('title') }, { additionalProperties: false }),
  Type.Object({ kind: Type.Literal('subject'), facts: lines(4, 60) }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('comparison'),
      left: line(40, 'One side.'),
      right: line(40, 'The other.'),
      left_subject: line(40, 'What to draw for it.'),
      right_subject: line(40, 'What to draw for it.'),
    },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('list'), items: lines(5, 60) }, { additionalProperties: false }),
  Type.Object(
    {
      kind: Type.Literal('number'),
      value: Type.Number(),
      unit: Type.String({ maxLength: 24 }),
      label: line(60, 'What is counted.'),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('timeline'),
      points: Type.Array(
        Type.Object(
          { when: line(16, 'A year or a date.'), what: line(48, 'What happened.') },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 5 },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('quote'),
      text: line(160, 'The words.'),
      by: Type.String({ maxLength: 48, description: 'Whose they are; empty where nobody said them.' }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    { kind: Type.Literal('diagram'), whole: line(40, 'The thing.'), parts: lines(6, 32) },
    { additionalProperties: false },
  ),
  Type.Object({ kind: Type.Literal('end') }, { additionalProperties: false }),
]);

const beatSchema = Type.Object(
  {
    narration: line(400, 'What the voice says: one to three whole sentences.'),
    on_screen: line(60, 'The few words that are shown.'),
    subject: line(40, 'What is drawn: a thing by its plain English name, or an emoji.'),
    mood: Type.Enum([...moods]),
    scene: sceneSchema,
  },
  { additionalProperties: false },
);

/** A film as it is written, before anybody speaks or draws: a hook, three to six beats, a close. */
export const storyboardSchema = Type.Object(
  {
    title: line(100, 'Of the video.'),
    description: line(2_000, 'For the platform it is published on; sources are cited here.'),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 15 }),
    language: Type.String({ pattern: '^[a-z]{2}$', description: 'Of the narration.' }),
    mood: Type.Enum([...moods], { description: 'Of the whole: the music follows it.' }),
    beats: Type.Array(beatSchema, { minItems: 3, maxItems: 8 }),
  },
  { additionalProperties: false },
);

export type Mood = (typeof moods)[number];
export type Scene = Static<typeof sceneSchema>;
export type Beat = Static<typeof beatSchema>;
export type Storyboard = Static<typeof storyboardSchema>;
