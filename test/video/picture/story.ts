import type { Narration, SpokenWord } from '../../../src/video/narration.ts';
import type { Beat, Mood, Scene, Storyboard } from '../../../src/video/storyboard.ts';

/** Storyboards and voices for tests of videos: everything that a model could write, without downloads. */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Repeats a text until a field is full. */
function filled(text: string, length: number): string {
  let out = '';
  for (;;)
    for (const { segment } of graphemes.segment(`${text} `)) {
      if ((out + segment).length > length) return out.trim() || text.slice(0, 1) || '-';
      out += segment;
    }
}

/** A scene of each kind with this text in every field, each as full as possible. */
export function scenesOf(text: string): Scene[] {
  const cut = (length: number) => filled(text, length);
  return [
    { kind: 'title' },
    { kind: 'subject', facts: Array.from({ length: 4 }, () => cut(60)) },
    { kind: 'subject', facts: [cut(60)] },
    { kind: 'comparison', left: cut(40), right: cut(40), left_subject: cut(40), right_subject: cut(40) },
    { kind: 'list', items: Array.from({ length: 5 }, () => cut(60)) },
    { kind: 'list', items: [cut(60)] },
    {
      kind: 'list',
      items: Array.from({ length: 6 }, () => cut(60)),
      pictures: Array.from({ length: 6 }, () => cut(40)),
      at: 2,
    },
    ...[true, false].flatMap((loop): Scene[] => [
      {
        kind: 'process',
        loop,
        steps: Array.from({ length: 6 }, () => ({ label: cut(32), picture: cut(40) })),
        at: 1,
      },
      {
        kind: 'process',
        loop,
        steps: Array.from({ length: 3 }, () => ({ label: cut(32), picture: 'octopus' })),
      },
    ]),
    {
      kind: 'bars',
      title: cut(60),
      unit: cut(24),
      bars: Array.from({ length: 6 }, (_, i) => ({ label: cut(32), value: (i - 1) * 1234567 })),
    },
    { kind: 'bars', title: cut(60), unit: '%', bars: [1, 0].map((value) => ({ label: cut(32), value })) },
    {
      kind: 'line',
      title: cut(60),
      unit: cut(24),
      points: Array.from({ length: 12 }, (_, i) => ({ label: cut(16), value: (i - 3) ** 3 })),
    },
    {
      kind: 'line',
      title: cut(60),
      unit: '',
      points: [1800, 1900, 2022].map((label) => ({ label: String(label), value: 0 })),
    },
    { kind: 'map', countries: ['FR', 'NZ'], places: [] },
    {
      kind: 'map',
      countries: [],
      places: Array.from({ length: 4 }, (_, i) => ({ name: cut(40), lat: 48 + i, lon: 2 - i })),
    },
    {
      kind: 'versus',
      left: cut(40),
      right: cut(40),
      left_subject: cut(40),
      right_subject: cut(40),
      rows: Array.from({ length: 5 }, () => ({ what: cut(32), left: cut(40), right: cut(40) })),
    },
    {
      kind: 'versus',
      left: cut(40),
      right: cut(40),
      left_subject: 'cat',
      right_subject: 'dog',
      rows: [{ what: cut(32), left: cut(40), right: cut(40) }],
      at: 0,
    },
    { kind: 'definition', term: cut(60), meaning: cut(160) },
    { kind: 'picture', pictures: [cut(40)] },
    { kind: 'picture', pictures: ['cat', 'dog', 'octopus'] },
    { kind: 'number', value: 1234567.891, unit: cut(24), label: cut(60) },
    { kind: 'number', value: -9e15, unit: '', label: cut(60) },
    { kind: 'timeline', points: Array.from({ length: 5 }, () => ({ when: cut(20), what: cut(48) })), at: 3 },
    { kind: 'timeline', points: Array.from({ length: 2 }, () => ({ when: cut(16), what: cut(48) })) },
    { kind: 'quote', text: cut(160), by: cut(48) },
    { kind: 'quote', text: cut(20), by: '' },
    { kind: 'diagram', whole: cut(40), parts: Array.from({ length: 6 }, () => cut(32)) },
    { kind: 'diagram', whole: cut(40), parts: [cut(32)] },
    { kind: 'end' },
  ];
}

export function beatOf(text: string, scene: Scene, mood: Mood): Beat {
  return {
    narration: filled(text, 120),
    on_screen: filled(text, 60),
    subject: filled(text, 40),
    mood,
    scene,
  };
}

export function storyOf(beats: readonly Beat[], language: string, mood: Mood): Storyboard {
  return {
    title: 'A story',
    description: 'Of nothing much.',
    tags: ['one', 'a tag of some more words', 'three'],
    language,
    mood,
    beats: [...beats],
  };
}

/** One short beat of each kind of scene before the end. */
export const everyKind: Storyboard = storyOf(
  (
    [
      ['Octopuses have hearts.', { kind: 'title' }, 'curious'],
      ['Copper and iron.', { kind: 'subject', facts: ['Copper is blue', 'Iron is red'] }, 'urgent'],
      [
        'Crawl, or swim?',
        {
          kind: 'comparison',
          left: 'Crawl',
          right: 'Swim',
          left_subject: 'octopus',
          right_subject: 'blorptangle',
        },
        'playful',
      ],
      ['Hearts, and blood.', { kind: 'list', items: ['Three hearts', 'Blue blood'] }, 'warm'],
      [
        'Nine brains.',
        { kind: 'number', value: 9, unit: 'brains', label: 'one of them in each arm' },
        'serious',
      ],
      [
        'Found in 1785.',
        {
          kind: 'timeline',
          points: [
            { when: '1785', what: 'Found' },
            { when: '1909', what: 'Understood' },
          ],
        },
        'epic',
      ],
      ['They said it.', { kind: 'quote', text: 'Soft, and clever.', by: 'Somebody' }, 'calm'],
      [
        'Water in, water out.',
        {
          kind: 'process',
          loop: true,
          steps: [
            { label: 'Water in', picture: 'water' },
            { label: 'Squeeze', picture: 'arm' },
            { label: 'Water out', picture: 'wave' },
          ],
        },
        'curious',
      ],
      [
        'Three and one.',
        {
          kind: 'bars',
          title: 'Hearts',
          unit: '',
          bars: [
            { label: 'Octopus', value: 3 },
            { label: 'Human', value: 1 },
          ],
        },
        'warm',
      ],
      [
        'More each year.',
        {
          kind: 'line',
          title: 'Catch',
          unit: 'tonnes',
          points: [
            { label: '1980', value: 180 },
            { label: '2000', value: 300 },
            { label: '2020', value: 380 },
          ],
        },
        'serious',
      ],
      [
        'Fished near Morocco.',
        { kind: 'map', countries: ['MA'], places: [{ name: 'Dakhla', lat: 23.7, lon: -15.9 }] },
        'calm',
      ],
      [
        'Octopus or squid?',
        {
          kind: 'versus',
          left: 'Octopus',
          right: 'Squid',
          left_subject: 'octopus',
          right_subject: 'squid',
          rows: [{ what: 'Arms', left: '8', right: '10' }],
        },
        'playful',
      ],
      ['A soft animal.', { kind: 'definition', term: 'Mollusc', meaning: 'A soft animal.' }, 'calm'],
      ['Arms and eyes.', { kind: 'picture', pictures: ['arm', 'eye'] }, 'urgent'],
      ['Eight arms.', { kind: 'diagram', whole: 'An octopus', parts: ['Arm', 'Mantle', 'Eye'] }, 'playful'],
    ] as const
  ).map(
    ([narration, scene, mood]): Beat => ({
      narration,
      on_screen: narration.replace(/\.$/, ''),
      subject: 'octopus',
      mood,
      scene: scene as unknown as Scene,
    }),
  ),
  'en',
  'curious',
);

const rate = 24_000;

/** A voice for it: a hum with the rhythm of speech, and the times of its words. */
export function narrate(story: Storyboard, secondsAWord = 0.3): Narration {
  const words: SpokenWord[] = [];
  let [t, sentence] = [0.2, -1];
  story.beats.forEach(({ narration }, beat) => {
    for (const spoken of narration.split(/(?<=[.!?])\s+/u)) {
      sentence++;
      for (const text of spoken.split(/\s+/u)) {
        words.push({ text, start: t, end: t + secondsAWord * 0.9, beat, sentence });
        t += secondsAWord;
      }
      t += 0.2;
    }
  });
  const duration = t + 0.3;
  const samples = new Float32Array(Math.round(duration * rate));
  for (const { start, end } of words) {
    for (let i = Math.round(start * rate); i < end * rate; i++) {
      const share = (i / rate - start) / (end - start);
      let value = 0;
      for (let k = 1; k < 12; k++) value += Math.sin((2 * Math.PI * 140 * k * i) / rate) / k;
      samples[i] = value * 0.12 * Math.sin(Math.PI * share);
    }
  }
  return { engine: 'flite', sampleRate: rate, samples, words, duration };
}
