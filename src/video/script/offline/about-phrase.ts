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
import { factsOf, meaning } from './grammar.ts';
import { sentenceBeat } from './sentence-beat.ts';

/** A word of the topic that the dictionary knows. */
export interface KnownTerm {
  readonly word: string;
  readonly sense: Sense;
}

export type Phrase = 'how-to' | 'idea' | 'question' | 'statement';

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
    title: (topic) => capitalised(topic.split(/:\s/)[0]!),
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
export function aboutPhrase(topic: string, terms: readonly KnownTerm[], more: readonly DraftBeat[]): Draft {
  const kind = phraseKind(topic);
  const frame = frames[kind];
  const [main] = terms;
  const title = clipped(frame.title(topic), 100);
  return {
    title,
    subject: clipped(main?.word ?? 'question', 40),
    mood: frame.mood,
    hook: oneOf(topic, frame.hook(clipped(kind === 'how-to' ? topic.split(/:\s/)[0]! : topic, 150))),
    hookScreen: clipped(capitalised(topic), 60),
    beats:
      kind === 'idea'
        ? [...given(topic, kind), ...asked(), ...terms.slice(0, 2).map(termBeat), ...keyTerms(terms), ...more]
        : [...given(topic, kind), ...terms.slice(0, 3).map(termBeat), ...more, ...keyTerms(terms)],
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
  const [say, show, draw] = [meaning(word, sense), capitalised(word), clipped(word, 40)];
  const example = sense.examples.find(
    (each) => each.length < 60 && each.toLowerCase().includes(word.toLowerCase().slice(0, 4)),
  );
  if (!example || say.length > 110)
    return { say, show, draw, scene: subjectScene(factsOf(sense.definition)) };
  return {
    say: `${say} As in: ${sentence(example)}`,
    show,
    draw,
    scene: quoteScene(sentence(example), `as in “${word}”`),
  };
}

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

function keyTerms(terms: readonly KnownTerm[]): DraftBeat[] {
  if (terms.length < 3) return [];
  const words = terms.slice(0, 5).map(({ word }) => word);
  return [
    {
      say: `These words carry the whole: ${listed(words)}.`,
      show: 'What carries it',
      scene: diagramScene('The whole', words.map(capitalised)),
    },
  ];
}
