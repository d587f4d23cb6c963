import { type Static, Type } from 'typebox';

/** Mood of a video, which determines palette, type, music and pace. */
export const moods = ['curious', 'calm', 'epic', 'playful', 'serious', 'urgent', 'warm'] as const;

const line = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, description });
const lines = (maxItems: number, maxLength: number) =>
  Type.Array(Type.String({ minLength: 1, maxLength }), { minItems: 1, maxItems });

/** One layer of a cross-section. */
export const layerSchema = Type.Object(
  {
    label: line(32, 'Name of the layer.'),
    material: Type.Optional(line(40, 'What it is made of, if its name does not say so.')),
    form: Type.Optional(
      Type.Enum(['band', 'block', 'floating', 'piles'], {
        description:
          'A layer, a block that rests on the next one or floats in it, or piles that stand in those below.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type Layer = Static<typeof layerSchema>;

/**
 * How a beat is shown: the data that a kind of scene needs beyond the beat's own text, without markup or
 * code.
 */
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
  Type.Object(
    {
      kind: Type.Literal('list'),
      items: lines(6, 60),
      pictures: Type.Optional(lines(6, 40)),
      at: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 5, description: 'The item that this beat narrates, from 0.' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('number'),
      value: Type.Number(),
      unit: Type.String({ maxLength: 32 }),
      label: line(60, 'What is counted.'),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('timeline'),
      points: Type.Array(
        Type.Object(
          { when: line(20, 'A year or a date.'), what: line(48, 'What happened.') },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 6 },
      ),
      at: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 5, description: 'The point that this beat narrates, from 0.' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('quote'),
      text: line(160, 'The words.'),
      by: Type.String({ maxLength: 48, description: 'Author of the quote; empty if unknown.' }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('diagram'),
      whole: line(40, 'The thing.'),
      parts: lines(6, 32),
      shares: Type.Optional(
        Type.Array(Type.Number({ minimum: 0, maximum: 100 }), {
          maxItems: 6,
          description: 'Percent of the whole that each part is; they are drawn in proportion.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('chain'),
      steps: Type.Array(
        Type.Object(
          {
            label: line(60, 'A thing, or a short clause.'),
            by: Type.Optional(line(28, 'The verb on the arrow to it: "flows into".')),
            from: Type.Optional(
              Type.Integer({
                minimum: 0,
                maximum: 4,
                description: 'The step it follows, if not the one before.',
              }),
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 6, description: 'What leads to what, each drawn when it is spoken of.' },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('layers'),
      layers: Type.Array(layerSchema, {
        minItems: 2,
        maxItems: 7,
        description: 'A cross-section, from the top down.',
      }),
      at: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 6, description: 'The layer that this beat narrates, from 0.' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('process'),
      loop: Type.Boolean({ description: 'The last step leads back to the first.' }),
      steps: Type.Array(
        Type.Object(
          { label: line(32, 'One to three words.'), picture: line(40, 'A concrete noun to draw.') },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 6 },
      ),
      at: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 5,
          description:
            'The step that this beat narrates, from 0: earlier steps are shown as done. Without it all steps appear in this beat.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('bars'),
      title: line(60, 'What is measured.'),
      unit: Type.String({ maxLength: 32 }),
      bars: Type.Array(
        Type.Object(
          { label: line(32, 'Value of the bar.'), value: Type.Number() },
          { additionalProperties: false },
        ),
        { minItems: 2, maxItems: 6 },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('line'),
      title: line(60, 'What is measured.'),
      unit: Type.String({ maxLength: 32 }),
      points: Type.Array(
        Type.Object(
          { label: line(16, 'A year or another position on the axis.'), value: Type.Number() },
          { additionalProperties: false },
        ),
        { minItems: 3, maxItems: 12 },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('map'),
      countries: Type.Array(Type.String({ pattern: '^[A-Z]{2}$' }), {
        maxItems: 2,
        description: 'ISO 3166-1 alpha-2; with none the map shows the surroundings of the places.',
      }),
      places: Type.Array(
        Type.Object(
          {
            name: line(40, 'Of the place.'),
            lat: Type.Number({ minimum: -90, maximum: 90 }),
            lon: Type.Number({ minimum: -180, maximum: 180 }),
          },
          { additionalProperties: false },
        ),
        { maxItems: 4 },
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('versus'),
      left: line(40, 'Name of one side.'),
      right: line(40, 'Name of the other.'),
      left_subject: line(40, 'What to draw for it.'),
      right_subject: line(40, 'What to draw for it.'),
      rows: Type.Array(
        Type.Object(
          {
            what: line(32, 'What is compared.'),
            left: line(40, 'Figure or word of the left side.'),
            right: line(40, 'Figure or word of the right side.'),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 5 },
      ),
      at: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 4, description: 'The row that this beat narrates, from 0.' }),
      ),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('definition'),
      term: line(60, 'The word that is explained.'),
      meaning: line(160, 'Its meaning.'),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('picture'),
      pictures: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
        minItems: 1,
        maxItems: 3,
        description:
          'Concrete nouns, drawn large with the words on screen; each appears when it is spoken of.',
      }),
    },
    { additionalProperties: false },
  ),
  Type.Object(
    {
      kind: Type.Literal('end'),
      silent: Type.Optional(
        Type.Boolean({ description: 'Shown for a second and a half after the last word, and not spoken.' }),
      ),
    },
    { additionalProperties: false },
  ),
]);

const beatSchema = Type.Object(
  {
    narration: line(400, 'What the voice says: one to three whole sentences.'),
    on_screen: line(80, 'The few words to show.'),
    subject: line(40, 'What is drawn: a thing by its plain English name, or an emoji.'),
    mood: Type.Enum([...moods]),
    scene: sceneSchema,
    image: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 7,
        description: 'The uploaded image that fills this scene, from 0.',
      }),
    ),
    credit: Type.Optional(line(120, 'Who made that image and under which licence, shown below it.')),
  },
  { additionalProperties: false },
);

/** How long the card with the sources stands after the last word. */
export const silentCard_s = 1.5;

/** Whether a beat is only shown: the card with the sources. */
export const isSilent = ({
  scene,
}: {
  readonly scene?: { readonly kind: string; readonly silent?: boolean };
}): boolean => scene?.kind === 'end' && scene.silent === true;

/** The subject of a beat that shows its words or its figure without a picture. */
export const noPicture = '–';

/** A video as written, before it is spoken or drawn: a hook, the beats that answer, a close. */
export const storyboardSchema = Type.Object(
  {
    title: line(100, 'Title of the video.'),
    description: line(2_000, 'For the platform it is published on; sources are cited here.'),
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { minItems: 1, maxItems: 15 }),
    language: Type.String({ pattern: '^[a-z]{2}$', description: 'Language of the narration.' }),
    mood: Type.Enum([...moods], { description: 'Mood of the whole video: the music follows it.' }),
    beats: Type.Array(beatSchema, { minItems: 1, maxItems: 24 }),
  },
  { additionalProperties: false },
);

/** Aspect ratio of the video. */
export const formats = ['9:16', '1:1', '16:9'] as const;
export type Format = (typeof formats)[number];
/** Look of the video: `auto` follows the mood. */
export const styles = ['auto', 'bright', 'dark', 'minimal', 'bold'] as const;
export type Style = (typeof styles)[number];

export type Mood = (typeof moods)[number];
export type Scene = Static<typeof sceneSchema>;
export type ChainStep = Extract<Scene, { kind: 'chain' }>['steps'][number];
export type Beat = Static<typeof beatSchema>;
export type Storyboard = Static<typeof storyboardSchema>;
