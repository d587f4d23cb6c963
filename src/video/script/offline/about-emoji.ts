import type { Sense } from '../facts/wordnet.ts';
import { capitalised, listed } from '../text.ts';
import { wordnetNote } from './about-sense.ts';
import { type Draft, type DraftBeat, diagramScene, quoteScene, subjectScene } from './draft.ts';
import { factsOf, spokenGloss } from './grammar.ts';

export interface NamedEmoji {
  readonly sign: string;
  readonly name: string;
  readonly about: readonly string[];
  /** What the dictionary says of its name, where it knows it. */
  readonly sense: Sense | undefined;
}

/** A film about an emoji: its name, what people mean by it, and what the dictionary says. */
export function aboutEmoji(emoji: readonly NamedEmoji[], more: readonly DraftBeat[]): Draft {
  const [first, ...rest] = emoji as [NamedEmoji, ...NamedEmoji[]];
  return {
    title: `${first.sign} ${capitalised(first.name)}`,
    subject: first.sign,
    mood: 'playful',
    hook: `You send it without a word. But what is behind this little picture?`,
    hookScreen: `${first.sign} What is behind it?`,
    beats: [
      ...meaning(first),
      ...more.slice(0, 1),
      called(first),
      ...rest.slice(0, 2).map(called),
      pictures(first),
      ...more.slice(1),
      ...sounds(first),
    ],
    close: 'One small picture, and now you know its name. Who do you send it to?',
    closeScreen: `Who gets your ${first.sign}?`,
    description: `${emoji.map(({ sign, name }) => `${sign} ${name}`).join(', ')}\n\nNames and keywords: emojilib (MIT). ${wordnetNote}`,
    tags: [...emoji.map(({ name }) => name), ...first.about.slice(0, 6), 'emoji'],
  };
}

function called({ sign, name, about }: NamedEmoji): DraftBeat {
  const mind = about.slice(0, 4);
  return {
    say: `As an emoji, its name is ${name}.${mind.length > 1 ? ` People look for it with words like ${listed(mind)}.` : ''}`,
    show: 'Found under these words',
    draw: sign,
    scene:
      mind.length > 1
        ? diagramScene(capitalised(name), mind.map(capitalised))
        : subjectScene([capitalised(name)]),
  };
}

function meaning({ sign, sense }: NamedEmoji): DraftBeat[] {
  if (!sense) return [];
  const gloss = spokenGloss(sense.definition);
  const word = sense.words[0]!;
  return [
    {
      say: `The dictionary says of ${word}: ${gloss}.`,
      show: 'In the dictionary',
      draw: sign,
      scene: subjectScene(factsOf(sense.definition)),
    },
  ];
}

function sounds({ sign, sense, name }: NamedEmoji): DraftBeat[] {
  const example = sense?.examples[0];
  return example && example.length < 110
    ? [
        {
          say: `In a sentence: ${example}.`,
          show: 'In a sentence',
          draw: sign,
          scene: quoteScene(example, name),
        },
      ]
    : [];
}

const pictures = ({ sign }: NamedEmoji): DraftBeat => ({
  say: 'An emoji is not sent as an image. It is a character with a number in Unicode, and each phone draws it in its own way.',
  show: 'A character, not an image',
  draw: sign,
  scene: {
    kind: 'comparison',
    left: `U+${sign.codePointAt(0)!.toString(16).toUpperCase()}`,
    right: 'What you see',
    left_subject: '🔢',
    right_subject: sign,
  },
});
