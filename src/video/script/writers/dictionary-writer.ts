import { findDefinition } from '../facts/dictionary.ts';
import type { Question } from '../question.ts';
import type { WrittenScript } from '../script.ts';
import { capitalise, truncateText } from '../text.ts';
import { toStems } from '../words.ts';
import { createStoryboard, type ScriptLine } from './lines.ts';

const source = {
  title: 'WordNet 3.1, Princeton University',
  url: 'https://wordnet.princeton.edu/',
  licence: 'WordNet licence',
};

/**
 * A definition, if the word has a single sense: with several, the intended one is unknown. What a name stands for is
 * more than a dictionary says of it.
 */
export async function writeFromDictionary(question: Question): Promise<WrittenScript | undefined> {
  const word = question.subject;
  if (question.asks !== 'what' || word === '' || word.split(/\s+/).length > 4) return undefined;
  const found = await findDefinition(word);
  // As the dictionary writes it: "battle of Waterloo".
  const spelled = found?.words.find((each) => each.toLowerCase() === word.toLowerCase()) ?? word;
  if (!found || /\p{Lu}/u.test(spelled)) return undefined;
  return toStoryboard(spelled, found.definition, found.words);
}

function toStoryboard(word: string, definition: string, words: readonly string[]): WrittenScript | undefined {
  const meaning =
    definition
      .replace(/\s*\([^()]*\)\s*/g, ' ')
      .split(/;\s+/)[0]
      ?.trim() ?? definition;
  const term = capitalise(word);
  const other = words.find((each) => each.toLowerCase() !== word.toLowerCase());
  // "The capital of Australia" is defined by its own words: only its name adds information.
  const named = toStems(word);
  const isCircular = toStems(meaning).every((stem) => named.includes(stem));
  const isName = other !== undefined && /^\p{Lu}/u.test(other);
  if (isCircular && !isName) return undefined;
  const lines: ScriptLine[] = [
    {
      text: isCircular ? `What is the ${word}?` : `What does “${word}” mean?`,
      scene: { kind: 'title' },
      onScreen: term,
      subject: word,
      weight: 10,
    },
    {
      text: isCircular ? `${capitalise(meaning)} is ${other}.` : `${term}: ${meaning}.`,
      scene: {
        kind: 'definition',
        term: truncateText(term, 60),
        meaning: truncateText(isCircular && other ? other : capitalise(meaning), 160),
      },
      onScreen: term,
      subject: word,
      weight: 10,
    },
  ];
  if (other && !isCircular)
    lines.push({
      text: `Another word for it is ${other}.`,
      scene: { kind: 'picture', pictures: [truncateText(word, 40)] },
      onScreen: capitalise(other),
      subject: word,
      weight: 8,
    });
  lines.push({
    text: 'Source: WordNet.',
    scene: { kind: 'end' },
    onScreen: 'WordNet, Princeton University',
    subject: word,
    weight: 10,
  });
  return {
    storyboard: createStoryboard(lines, {
      title: isCircular ? `The ${word}` : `What “${word}” means`,
      sources: [source],
      tags: [word, 'definition'],
      mood: 'curious',
    }),
    by: 'dictionary',
    sources: [source],
    answers: true,
    claim: { sentence: lines[1]?.text ?? '', source: source.title, url: source.url },
    notes: [],
  };
}
