import type { Sense } from '../facts/wordnet.ts';
import { capitalised, clipped, listed, sentence } from '../text.ts';
import { article, spokenGloss, wordnetNote } from './about-sense.ts';
import {
  type Draft,
  type DraftBeat,
  diagramScene,
  listScene,
  oneOf,
  quoteScene,
  subjectScene,
} from './draft.ts';
import { sentenceBeat } from './sentence-beat.ts';

/** A word of the topic that the dictionary knows. */
export interface KnownTerm {
  readonly word: string;
  readonly sense: Sense;
}

export type Phrase = 'how-to' | 'idea' | 'question' | 'statement';

export function phraseKind(topic: string): Phrase {
  if (/^\s*(?:how (?:to|do|can|does|should)|steps? to|guide to|tutorial)\b/i.test(topic)) return 'how-to';
  if (
    /\b(?:app|startup|start-up|company|business|marketplace|platform|subscription|service|saas|store|agency|brand)\b/i.test(
      topic,
    )
  )
    return 'idea';
  return /\?\s*$/.test(topic) || /^(?:why|what|who|when|where|which|is|are|do|does|can)\b/i.test(topic)
    ? 'question'
    : 'statement';
}

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
    title: (topic) => capitalised(topic),
    hook: (topic) => [`${capitalised(topic)}. Start with the words: they hold more than you think.`],
    close: 'The words are clear now. For the steps themselves, follow someone who has done it.',
    closeScreen: 'Know your words first',
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
  statement: {
    title: (topic) => capitalised(topic),
    hook: () => [
      'One sentence, taken apart. Listen for what each word really says.',
      'Read it once, then look again: there is more in this line than it seems.',
    ],
    close: 'That was one sentence, word by word. Which one should be taken apart next?',
    closeScreen: 'Which sentence next?',
    mood: 'curious',
  },
};

/** A film about a phrase that no source knows as a whole: its own words, and what the dictionary says of them. */
export function aboutPhrase(topic: string, terms: readonly KnownTerm[]): Draft {
  const kind = phraseKind(topic);
  const frame = frames[kind];
  const [main] = terms;
  const title = clipped(frame.title(topic), 100);
  return {
    title,
    subject: clipped(main?.word ?? 'question', 40),
    mood: frame.mood,
    hook: oneOf(topic, frame.hook(clipped(topic, 150))),
    hookScreen: clipped(capitalised(topic), 60),
    beats: [...given(topic, kind), ...terms.map(termBeat), ...asked(kind), ...keyTerms(topic, terms)],
    close: frame.close,
    closeScreen: frame.closeScreen,
    description: `${clipped(topic, 800)}\n\nNothing beyond the topic's own words and the dictionary was used. ${wordnetNote}`,
    tags: [
      ...terms.map(({ word }) => word),
      kind === 'how-to' ? 'how to' : kind === 'idea' ? 'startup idea' : 'words',
    ],
  };
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
    statement: 'Here it is',
  }[kind];
  // The hook has said a short question or task already.
  if ((kind === 'question' || kind === 'how-to') && topic.length <= 150) return [];
  return [{ ...sentenceBeat(`${opening}: ${said}`, ''), show: opening, scene: quoteScene(said), draw: '💬' }];
}

function termBeat({ word, sense }: KnownTerm): DraftBeat {
  const gloss = spokenGloss(sense.definition);
  const name = capitalised(word);
  const say =
    sense.part === 'verb'
      ? `To ${word} is to ${gloss}.`
      : sense.part === 'noun'
        ? `${name}: ${/^(?:a|an|the|any|some|someone|something|all) /i.test(gloss) ? gloss : gloss}.`
        : `${name} means ${gloss}.`;
  const facts = gloss
    .split(/[,;]| that | which | with /)
    .map((piece) => piece.trim())
    .filter((piece) => piece.length > 3);
  const scene =
    sense.examples[0] && sense.examples[0].length < 100
      ? quoteScene(sentence(sense.examples[0]), `an example of ${word}`)
      : subjectScene(facts.slice(0, 3).map(capitalised));
  return { say: sentence(say), show: name, draw: clipped(word, 40), scene };
}

/** What a founder or a reader would ask; questions claim nothing. */
function asked(kind: Phrase): DraftBeat[] {
  if (kind !== 'idea') return [];
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

function keyTerms(topic: string, terms: readonly KnownTerm[]): DraftBeat[] {
  const count = topic.trim().split(/\s+/).length;
  if (terms.length >= 3)
    return [
      {
        say: `These words carry it: ${listed(terms.slice(0, 4).map(({ word }) => word))}.`,
        show: 'What carries it',
        scene: diagramScene(
          clipped(capitalised(terms[0]!.word), 40),
          terms.slice(1, 6).map(({ word }) => capitalised(word)),
        ),
      },
    ];
  if (count < 2) return [];
  return [
    {
      say: `The whole of it takes ${count} words, and ${article('reader')} needs a few seconds for them.`,
      show: `${count} words`,
      scene: { kind: 'number', value: count, unit: 'words', label: 'in the whole topic' },
    },
  ];
}
