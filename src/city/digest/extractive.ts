import { type Excerpt, quoteExcerpt, splitIntoPieces, truncateAtSpace } from './excerpt.ts';
import type { SourceMessage, Summariser } from './summariser.ts';
import { extractKeywords } from './words.ts';

const namedSpeakers = 4;
const namedTopics = 4;
const maxSentences = 4;
const maxQuestions = 50;
/** Total characters read per room, which bounds the cost: the more messages, the less is read of each. */
const maxCharacters = 40_000;
const maxPerAuthor = { least: 200, most: 2_000 };

/** Phrases that signal a decision or a plan; with a negation in the same sentence, nothing was decided. */
const decisionPhrases =
  /\b(decided|agreed|let['’]?s|we(?:['’]ll| will| are going to)|i(?:['’]ll| will)|the plan is|settled|going with|beschlossen|einigen uns|décidé|decidido|acordado|deciso|besloten)\b/iu;
const negations =
  /\b(not|never|nobody|haven['’]?t|hasn['’]?t|didn['’]?t|isn['’]?t|don['’]?t|won['’]?t|if|unless|nicht|pas|nunca)\b/iu;

interface AuthoredPiece extends Excerpt {
  readonly from: string;
  /** Index of its message in the list. */
  readonly message: number;
}

/**
 * Summarises without a model: counts the authors and the most frequent words, and quotes. Every sentence is
 * either a count or a verbatim quote next to its author's name.
 */
export const extractiveSummariser: Summariser = {
  summarise: async (room, messages) => summarise(room, messages),
};

export function summarise(room: string, everything: readonly SourceMessage[]): string[] {
  const share = Math.floor(maxCharacters / everything.length);
  const most = Math.min(maxPerAuthor.most, Math.max(maxPerAuthor.least, share));
  const messages = everything.map(({ from, body: whole }) => {
    const body = truncateAtSpace(whole, most);
    return { from, body, isCut: body !== whole };
  });
  const words = messages.map(({ body }) => extractKeywords(body));
  const pieces = messages.flatMap(({ from, body, isCut }, message): AuthoredPiece[] => {
    const found = splitIntoPieces(body);
    // The last sentence of a cut text is incomplete.
    if (isCut && found.length > 1) found.pop();
    return found.map((piece) => ({ ...piece, from, message }));
  });
  const topics = findTopics(messages, words);
  const sentences = [countAuthors(room, messages)];
  if (topics.length >= 2) {
    sentences.push(
      `The words that came up most were ${joinWithAnd(topics.map(({ spelled }) => quoteExcerpt(spelled)))}.`,
    );
  }
  const decision = pieces.findLast(
    (piece) => !piece.asks && decisionPhrases.test(piece.text) && !negations.test(piece.text),
  );
  const open = findOpenQuestion(pieces, messages, words);
  if (decision) sentences.push(`On what to do, ${decision.from} wrote ${quoteExcerpt(decision.text)}.`);
  if (open) sentences.push(`A question by ${open.from} is still open: ${quoteExcerpt(open.text)}.`);
  if (sentences.length < 3) sentences.push(...quoteNearestToTopics(pieces, topics, decision, open));
  if (sentences.length < 2) sentences.push(`The last of them came from ${messages.at(-1)?.from}.`);
  return sentences.slice(0, maxSentences);
}

function countAuthors(room: string, messages: readonly SourceMessage[]): string {
  const counts = new Map<string, number>();
  for (const { from } of messages) counts.set(from, (counts.get(from) ?? 0) + 1);
  const speakers = [...counts].toSorted(([, a], [, b]) => b - a);
  const named = speakers.slice(0, namedSpeakers).map(([name, count]) => `${name} (${count})`);
  const others = speakers.length - named.length;
  if (others > 0) named.push(`${others} ${others === 1 ? 'other' : 'others'}`);
  const counted = messages.length === 1 ? '1 message was' : `${messages.length} messages were`;
  return `${counted} written in ${room} by ${joinWithAnd(named)}.`;
}

interface Topic {
  readonly form: string;
  readonly spelled: string;
  readonly weight: number;
}

/** Words of at least two messages, weighted by messages and authors. Names of authors are excluded. */
function findTopics(messages: readonly SourceMessage[], words: readonly Map<string, string>[]): Topic[] {
  const names = new Set(messages.map(({ from }) => from.toLowerCase()));
  const found = new Map<string, { spelled: string; messages: number; speakers: Set<string> }>();
  for (const [i, { from }] of messages.entries()) {
    for (const [form, spelled] of words[i] ?? []) {
      if (names.has(form)) continue;
      const topic = found.get(form) ?? { spelled, messages: 0, speakers: new Set() };
      topic.messages++;
      topic.speakers.add(from);
      found.set(form, topic);
    }
  }
  return [...found]
    .filter(([, { messages }]) => messages >= 2)
    .map(([form, { spelled, messages, speakers }]) => ({ form, spelled, weight: messages + speakers.size }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, namedTopics);
}

/** The latest question that no later message seems to answer: none names its author or shares a keyword. */
function findOpenQuestion(
  pieces: readonly AuthoredPiece[],
  messages: readonly SourceMessage[],
  words: readonly Map<string, string>[],
): AuthoredPiece | undefined {
  const questions = pieces.filter((piece) => piece.asks).slice(-maxQuestions);
  return questions.findLast((piece) => {
    const about = [...extractKeywords(piece.text).keys()];
    const asker = piece.from.toLowerCase();
    return !messages.some(({ from, body }, i) => {
      if (i <= piece.message || from === piece.from) return false;
      return body.toLowerCase().includes(asker) || about.some((form) => words[i]?.has(form));
    });
  });
}

/** The sentence closest to the topics, for a conversation without decisions or questions. */
function quoteNearestToTopics(
  pieces: readonly AuthoredPiece[],
  topics: readonly Topic[],
  ...used: readonly (AuthoredPiece | undefined)[]
): string[] {
  const weights = new Map(topics.map(({ form, weight }) => [form, weight]));
  let best: AuthoredPiece | undefined;
  let bestWeight = 0;
  for (const piece of pieces) {
    if (used.includes(piece)) continue;
    let weight = 1;
    for (const form of extractKeywords(piece.text).keys()) weight += weights.get(form) ?? 0;
    // Of two with equal weight, the later one.
    if (weight >= bestWeight) [best, bestWeight] = [piece, weight];
  }
  return best ? [`${best.from} ${best.asks ? 'asked' : 'wrote'} ${quoteExcerpt(best.text)}.`] : [];
}

const joinWithAnd = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
