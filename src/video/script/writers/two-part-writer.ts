import type { Beat } from '../../storyboard.ts';
import { withCapitals } from '../capitals.ts';
import { keyWords } from '../key-words.ts';
import { type Question, sayTopic } from '../question.ts';
import type { ScriptSource, WrittenScript } from '../script.ts';
import { capitalise, truncateText } from '../text.ts';
import { describe, isSameStatement } from './lines.ts';

const maxBeats = 24;
/** Share of common words from which two sentences of one script say the same. */
const sameShare = 0.6;
const sourceLabel = /^Source: (.+)\.$/;

/** One script of two that each answer a part of the question: the whole question, both answers, both sources. */
export function joinScripts(asked: Question, first: WrittenScript, second: WrittenScript): WrittenScript {
  const question = withCapitals(asked, [first, second].map(textOf));
  const [opening, ...beats] = first.storyboard.beats;
  if (!opening) return second;
  const said = [...hookOf(opening), ...beats.filter(isBody)];
  const more = second.storyboard.beats
    .filter(isBody)
    .filter(({ narration }) => !said.some((other) => isSame(other.narration, narration)));
  const title = truncateText(capitalise(question.text), 100);
  const sources = mergeSources(first.sources, second.sources);
  const body = [
    { ...opening, narration: sayTopic(question), on_screen: truncateText(title, 80) },
    ...said,
    ...more,
  ].slice(0, maxBeats - 1);
  const end = beats.findLast((beat) => !isBody(beat));
  const all = end ? [...body, citeBoth(end, second)] : body;
  return {
    ...first,
    storyboard: {
      ...first.storyboard,
      title,
      description: describe(all.map(({ narration }) => narration).join(' '), sources),
      tags: [...new Set([...first.storyboard.tags, ...second.storyboard.tags])].slice(0, 15),
      beats: all,
    },
    sources,
    notes: [...new Set([...first.notes, ...second.notes])],
  };
}

/** The sentences of a script, which spell names with their capital letters. */
const textOf = ({ storyboard: { title, beats } }: WrittenScript) => ({
  title,
  paragraphs: beats.slice(1).map(({ narration }) => narration),
});

const isBody = ({ scene }: Beat): boolean => scene.kind !== 'title' && scene.kind !== 'end';

const isSame = (a: string, b: string): boolean =>
  a === b || isSameStatement({ text: a }, { text: b }, sameShare);

/** An opening that states something is kept after the question. */
const hookOf = (opening: Beat): Beat[] =>
  opening.narration.endsWith('?')
    ? []
    : [
        {
          ...opening,
          on_screen: keyWords(opening.narration),
          scene: { kind: 'picture', pictures: [opening.subject] },
        },
      ];

const mergeSources = (a: readonly ScriptSource[], b: readonly ScriptSource[]): ScriptSource[] => [
  ...a,
  ...b.filter(({ title, url }) => !a.some((other) => other.title === title && other.url === url)),
];

function citeBoth(end: Beat, { storyboard }: WrittenScript): Beat {
  const own = sourceLabel.exec(end.narration)?.[1];
  const other = sourceLabel.exec(storyboard.beats.at(-1)?.narration ?? '')?.[1];
  if (own === undefined || other === undefined || own === other) return end;
  const narration = `Sources: ${own} and ${other}.`;
  return { ...end, narration, on_screen: truncateText(narration, 80) };
}
