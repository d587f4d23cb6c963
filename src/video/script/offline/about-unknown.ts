import type { Sense } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, oneLine } from '../text.ts';
import { letters } from './about-sense.ts';
import { type Draft, type DraftBeat, listScene, quoteScene, subjectScene } from './draft.ts';
import { meaning } from './grammar.ts';

/** A word that nobody knows, and the words of the dictionary that are written most like it. */
export interface Lookalike {
  readonly word: string;
  readonly like: readonly string[];
  /** What the first of them means, and what to draw for it. */
  readonly sense: Sense;
  readonly draw: string;
}

/** A film about what no source knows: its letters, the words it looks like, and that nothing more is known. Nothing is made up. */
export function aboutUnknown(topic: string, lookalikes: readonly Lookalike[]): Draft {
  const shown = clipped(oneLine(topic), 40) || 'this';
  const isLatin = /\p{Script=Latin}/u.test(topic);
  return {
    title: `“${shown}”: what is known`,
    subject: '❓',
    mood: 'playful',
    hook:
      isLatin && topic.length <= 30
        ? `${capitalised(shown)}. Have you ever seen that before? The dictionary has not.`
        : 'Here is a topic that no source at hand knows. So let us be honest about it.',
    hookScreen: shown,
    beats: [
      notFound(shown),
      ...scripts(topic),
      ...lookalikes.slice(0, 1).map(nearly),
      ...chances(topic),
      ...lookalikes.slice(1, 2).map(nearly),
      newWords(),
      ...letters(topic.length <= 60 ? topic : ''),
      honest(),
    ],
    close: 'If you know what it means, say it. That is how words begin.',
    closeScreen: 'Do you know it?',
    description: `${clipped(topic, 500)}\n\nNo dictionary or data at hand knows this topic, so the video is about the word itself; no fact was invented. Looked up in: WordNet 3.1, Princeton University.`,
    tags: ['words', 'mystery word', 'language'],
  };
}

const notFound = (shown: string): DraftBeat => ({
  say: 'WordNet, a dictionary of more than a hundred thousand words, has no entry for it. It may be a name, a misspelling, or brand new.',
  show: 'Not in the dictionary',
  draw: '📖',
  scene: quoteScene(shown, 'no entry found'),
});

/** A few letters away stands a word that exists. */
function nearly({ word, like, sense, draw }: Lookalike): DraftBeat {
  const nearest = like[0]!;
  const said = meaning(nearest, sense);
  const others = like.length > 1 ? ` Close by: ${listed(like.slice(1))}.` : '';
  return {
    say: `A letter or two away from ${word} stands a word that does exist: ${nearest}.${said.length <= 100 ? ` ${said}` : ''}${others}`,
    show: 'Nearly a word',
    draw,
    scene: {
      kind: 'comparison',
      left: capitalised(word),
      right: capitalised(nearest),
      left_subject: '❓',
      right_subject: draw,
    },
  };
}

/** How many words could be written with so many letters: arithmetic is always true. */
function chances(topic: string): DraftBeat[] {
  const word = topic.split(/\s+/).find((each) => /^[a-z]{3,7}$/i.test(each));
  if (!word) return [];
  const ways = 26 ** word.length;
  return [
    {
      say: `With 26 letters, a word of ${word.length} can be written in ${ways.toLocaleString('en')} ways. ${capitalised(word)} is one of them, and it is free.`,
      show: 'One of how many?',
      draw: '🔤',
      scene: {
        kind: 'number',
        value: ways,
        unit: 'ways',
        label: `to write a word of ${word.length} letters`,
      },
    },
  ];
}

function scripts(topic: string): DraftBeat[] {
  const names = [
    'Latin',
    'Cyrillic',
    'Greek',
    'Arabic',
    'Hebrew',
    'Han',
    'Hiragana',
    'Katakana',
    'Hangul',
    'Thai',
    'Devanagari',
  ];
  const used = names.filter((name) => new RegExp(`\\p{Script=${name}}`, 'u').test(topic));
  if (used.length === 0 || (used.length === 1 && used[0] === 'Latin')) return [];
  return [
    {
      say: `It is written in ${used.join(' and ')} letters, and this voice speaks English only, so you see it rather than hear it.`,
      show: clipped(oneLine(topic), 60),
      scene: quoteScene(clipped(topic, 160), `${used[0]} script`),
    },
  ];
}

const newWords = (): DraftBeat => ({
  say: 'Every word was new once. Someone says it, someone else repeats it, and one day it stands in a dictionary.',
  show: 'How words begin',
  draw: '🌱',
  scene: listScene(['Someone says it', 'Others repeat it', 'A dictionary notes it']),
});

const honest = (): DraftBeat => ({
  say: 'We could have made up a story about it. We would rather tell you that we do not know.',
  show: 'No made-up facts',
  draw: '✅',
  scene: subjectScene(['Nothing invented', 'Nothing guessed']),
});

/** A film about a topic in a language that neither the voices nor the sources at hand speak. */
export function aboutForeign(topic: string, language: string): Draft {
  const words = topic.trim().split(/\s+/).length;
  const shown = clipped(topic, 160);
  return {
    ...aboutUnknown(topic, []),
    title: clipped(topic, 100),
    subject: '🌍',
    hook: `Can you read this? It is written in ${language}.`,
    hookScreen: clipped(topic, 60),
    beats: [
      {
        say: `The voices here speak English, and no ${language} dictionary is at hand. So you see the words, and nothing is claimed about them.`,
        show: `In ${language}`,
        draw: '🌍',
        scene: quoteScene(shown, `in ${language}`),
      },
      {
        say: `It takes ${words} ${words === 1 ? 'word' : 'words'} to say it. In another language it may take more, or fewer.`,
        show: `${words} words`,
        draw: '💬',
        scene: {
          kind: 'number',
          value: words,
          unit: words === 1 ? 'word' : 'words',
          label: `in ${language}`,
        },
      },
      honest(),
    ],
    close: 'If you know what it means, tell it to someone who does not.',
    closeScreen: 'Do you know it?',
    description: `${clipped(topic, 800)}\n\nThe topic is in ${language}; the voices and the sources at hand are English, so no fact was told about it.`,
    tags: [language, 'languages', 'words'],
  };
}
