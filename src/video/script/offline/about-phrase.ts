import { emojiNamed } from '../../picture/icons/emoji.ts';
import type { Sense } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';
import { wordnetNote } from './about-sense.ts';
import {
  type Draft,
  type DraftBeat,
  diagramScene,
  listScene,
  oneOf,
  quoteScene,
  subjectScene,
} from './draft.ts';
import { contentWords } from './extract.ts';
import { factsOf, meaning } from './grammar.ts';
import { sentenceBeat } from './sentence-beat.ts';

/** A word of the topic that the dictionary knows. */
export interface KnownTerm {
  readonly word: string;
  readonly sense: Sense;
  readonly draw: string;
}

export type Phrase = 'how-to' | 'idea' | 'question' | 'name' | 'statement';

export function phraseKind(topic: string): Phrase {
  if (/^\s*(?:how to|how (?:do|can|should) (?:i|you|we|one)|steps? to|guide to|tutorial)\b/i.test(topic))
    return 'how-to';
  if (
    /\b(?:app|startup|start-up|company|business|marketplace|platform|subscription|service|saas|store|agency|brand)\b/i.test(
      topic,
    )
  )
    return 'idea';
  return /\?\s*$/.test(topic) || /^(?:how|why|what|who|when|where|which|is|are|do|does|can)\b/i.test(topic)
    ? 'question'
    : isTitle(topic)
      ? 'name'
      : 'statement';
}

/** A few words with a name among them, and no sentence: an event, a work, a place. */
const isTitle = (topic: string): boolean =>
  topic.split(/\s+/).length <= 8 && /\s\p{Lu}\p{Ll}/u.test(topic) && !/[.!,;]/.test(topic);

const frames: Record<
  Phrase,
  {
    title(topic: string): string;
    hook(topic: string): readonly string[];
    close: string;
    closeScreen: string;
    mood: Draft['mood'];
  }
> = {
  'how-to': {
    title: (topic) => capitalised(topic.split(/:\s/)[0]!),
    hook: (topic) => [
      `${capitalised(topic)}? Before you begin: do you know what it really is, and what to ask first?`,
    ],
    close:
      'Now you know what it is, and what to ask. For the steps themselves, follow someone who has done it.',
    closeScreen: 'Ready to begin?',
    mood: 'warm',
  },
  idea: {
    title: (topic) => capitalised(topic),
    hook: () => ['One idea, half a minute. Would you put your own money in?'],
    close: 'That is the idea. Would you use it, or pay for it? Say so.',
    closeScreen: 'Would you pay for it?',
    mood: 'urgent',
  },
  question: {
    title: (topic) => capitalised(topic),
    hook: (topic) => [`A good question: ${sentence(topic)}`],
    close: 'Half of an answer is knowing what was asked. What do you think?',
    closeScreen: 'What do you think?',
    mood: 'curious',
  },
  name: {
    title: (topic) => capitalised(topic),
    hook: (topic) => [
      `${capitalised(topic)}. You know the name. But where does it lead, and what do its words say?`,
    ],
    close: 'That is as far as a map and a dictionary go. What do you know about it? Tell it.',
    closeScreen: 'What do you know about it?',
    mood: 'epic',
  },
  statement: {
    title: (topic) => capitalised(topic),
    hook: () => [
      'One sentence, taken apart. What does each word really say?',
      'Read it once, then look again. Which words carry this line?',
    ],
    close: 'That was one sentence, word by word. Which one should be taken apart next?',
    closeScreen: 'Which sentence next?',
    mood: 'curious',
  },
};

/** A film about a phrase that no source knows as a whole: its own words, and what the dictionary says of them. */
export function aboutPhrase(
  topic: string,
  terms: readonly KnownTerm[],
  { more, places }: { readonly more: readonly DraftBeat[]; readonly places: readonly DraftBeat[] },
): Draft {
  const kind = phraseKind(topic);
  const frame = frames[kind];
  const [main] = terms;
  const title = clipped(frame.title(topic), 100);
  const own = given(topic, kind);
  const hasSteps = kind === 'how-to' && own.length > 0;
  return {
    title,
    subject: pictureIn(topic) ?? main?.draw ?? 'question',
    mood: frame.mood,
    hook: hasSteps
      ? `${title}? You have the steps. But do you know what it really is?`
      : oneOf(topic, frame.hook(clipped(kind === 'how-to' ? topic.split(/:\s/)[0]! : topic, 150))),
    hookScreen: clipped(title, 60),
    beats:
      kind === 'idea'
        ? [...own, ...asked(), ...triedFirst(), ...sideBySide(terms), ...keyTerms(terms), ...more]
        : kind === 'how-to'
          ? [
              ...own,
              ...terms.slice(0, 1).map(termBeat),
              ...(own.length > 0 ? [] : planned()),
              ...more,
              ...keyTerms(terms),
            ]
          : [
              ...own,
              ...places,
              ...(terms.length > 1 ? sideBySide(terms) : terms.map(termBeat)),
              ...terms.slice(2, 3).map(plainTerm),
              ...more,
              ...keyTerms(terms),
            ],
    close: hasSteps ? 'Those were your own steps, and what they lead to. Ready to begin?' : frame.close,
    closeScreen: frame.closeScreen,
    description: `${clipped(topic, 800)}\n\nNothing beyond the topic's own words and the dictionary was used. ${wordnetNote}`,
    tags: [
      ...terms.map(({ word }) => word),
      kind === 'how-to' ? 'how to' : kind === 'idea' ? 'startup idea' : 'words',
    ],
  };
}

/** Two words of the topic that have a picture together. */
function pictureIn(topic: string): string | undefined {
  const words = topic.split(/[^\p{L}\p{M}'’-]+/u).filter(Boolean);
  const pairs = words.slice(1).map((word, i) => `${words[i]} ${word}`);
  return pairs.find((pair) => contentWords(pair).length === 2 && emojiNamed(pair) !== undefined);
}

/** The topic itself: its own steps where it lists them, else its own words. */
function given(topic: string, kind: Phrase): DraftBeat[] {
  const [, goal = '', steps = ''] = /^(.*?)[:—-]\s+(.+)$/s.exec(topic) ?? [];
  const items = steps
    .split(/[;,]| then | and then |\d[.)]/)
    .map((step) => step.trim())
    .filter((step) => step.length > 2);
  if (kind === 'how-to' && items.length >= 2) {
    return [
      {
        say: `${sentence(goal)} You gave these steps: ${listed(items.slice(0, 5), 'and then')}.`,
        show: clipped(goal, 60),
        scene: listScene(items.map(capitalised)),
      },
    ];
  }
  const said = topic.length <= 160 ? topic : `${topic.slice(0, topic.lastIndexOf(' ', 150))}…`;
  const opening = {
    'how-to': 'The task',
    idea: 'The idea',
    question: 'The question',
    name: '',
    statement: 'Here it is',
  }[kind];
  // The hook has said a short question or task already.
  if (kind === 'name' || (kind !== 'idea' && kind !== 'statement' && topic.length <= 150)) return [];
  return [{ ...sentenceBeat(`${opening}: ${said}`, ''), show: opening, scene: quoteScene(said), draw: '💬' }];
}

/** What it means and no more: the topic itself has been quoted already. */
const plainTerm = ({ word, sense, draw }: KnownTerm): DraftBeat => ({
  say: meaning(word, sense),
  show: capitalised(word),
  draw,
  scene: subjectScene(factsOf(sense.definition)),
});

function termBeat({ word, sense, draw }: KnownTerm): DraftBeat {
  const [say, show] = [meaning(word, sense), capitalised(word)];
  const example = sense.examples.find(
    (each) => each.length < 60 && each.toLowerCase().includes(word.toLowerCase().slice(0, 4)),
  );
  if (!example || say.length > 110) return plainTerm({ word, sense, draw });
  return {
    say: `${say} As in: ${sentence(example)}`,
    show,
    draw,
    scene: quoteScene(sentence(example), `as in “${word}”`),
  };
}

/** Two words of the topic next to each other, each with what it means. */
function sideBySide(terms: readonly KnownTerm[]): DraftBeat[] {
  const [a, b] = terms;
  if (!a || !b) return terms.map(termBeat);
  return [
    {
      say: `Two words carry it. ${meaning(a.word, a.sense)} ${meaning(b.word, b.sense)}`,
      show: 'Two words carry it',
      draw: a.draw,
      scene: {
        kind: 'comparison',
        left: clipped(capitalised(a.word), 40),
        right: clipped(capitalised(b.word), 40),
        left_subject: a.draw,
        right_subject: b.draw,
      },
    },
  ];
}

/** What to find out before any task; it claims nothing about this one. */
const planned = (): DraftBeat[] => [
  {
    say: 'Three things to find out before you start. What do you need? What comes first? And how will you see that it worked?',
    show: 'Ask before you start',
    draw: '📋',
    scene: listScene(['What do I need?', 'What comes first?', 'How do I see that it worked?']),
  },
];

/** What a founder or a reader would ask; questions claim nothing. */
function asked(): DraftBeat[] {
  return [
    {
      say: 'Three questions decide it. Who has this problem today? What do they use instead? And what would make them switch?',
      show: 'Three questions',
      draw: '❓',
      mood: 'serious',
      scene: listScene(['Who has the problem?', 'What do they use today?', 'Why would they switch?']),
    },
  ];
}

/** Advice, not a fact. */
const triedFirst = (): DraftBeat[] => [
  {
    say: 'Before anything is built, ask 10 people who have the problem. What did they pay for last, and why?',
    show: 'Ask them first',
    draw: '🗣️',
    scene: { kind: 'number', value: 10, unit: 'people', label: 'to ask before anything is built' },
  },
];

function keyTerms(terms: readonly KnownTerm[]): DraftBeat[] {
  if (terms.length < 3) return [];
  const words = terms.slice(0, 5).map(({ word }) => word);
  return [
    {
      say: `The key words, all together: ${listed(words)}.`,
      show: 'The key words',
      draw: '🔑',
      scene: diagramScene('Key words', words.map(capitalised)),
    },
  ];
}
