import { stopWords } from './stop-words.ts';
import type { SourceMessage } from './summariser.ts';

const words = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_]*/gu;
const quoted = /“([^“”]*)”|"([^"]*)"|«([^«»]*)»/gu;
const negates =
  /\b(?:not|no|never|nobody|none|nothing|neither|cannot|without|\w+n['’]t|refuse[sd]?|denie[sd])\b/iu;
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** Reporting verbs that carry no claim of their own; decisions and promises must appear in a message. */
const reportingWords = new Set(
  `add added adding addition additionally asking asks brought bring comment commented concern concerned concerning conversation
  described discuss discussed discussing discussion explained finally group highlighted idea meanwhile mention mentioned mentioning
  message messages noted notes open opinion pointed posted proposal proposed question questions raised reads referred regarding
  remains remarked replied reply reported requested requests responded room said shared share speaking spoke stated
  suggested suggestion suggests summary talk talked talking topic topics unanswered update user users wants wondered wondering write
  writes wrote`.split(/\s+/),
);

/**
 * Whether every sentence reports only what was said, as far as words can show it. A sentence must name an
 * author; its content words must occur in that author's messages, at least half of them in one message that
 * agrees on negation; quoted text must occur verbatim. The digest of a model that fails this is discarded.
 */
export function isFaithful(
  sentences: readonly string[],
  messages: readonly SourceMessage[],
  room: string,
): boolean {
  const speakers = [...new Set(messages.map(({ from }) => from))];
  return sentences.every((sentence) => isSupported(sentence, messages, speakers, room));
}

function isSupported(
  sentence: string,
  messages: readonly SourceMessage[],
  speakers: readonly string[],
  room: string,
): boolean {
  if ([...sentences.segment(sentence)].length !== 1) return false;
  const tokens = tokenize(sentence);
  const lower = new Set(tokens);
  const named = speakers
    .filter((name) => lower.has(name.toLowerCase()))
    .toSorted((a, b) => tokens.indexOf(a.toLowerCase()) - tokens.indexOf(b.toLowerCase()));
  const [speaker, ...others] = named;
  const ownMessages = messages.filter(({ from }) => from === speaker);
  // A sentence is attributed to the first author it names; it may name others only if that author mentioned
  // them.
  const spokenTokens = new Set(ownMessages.flatMap(({ body }) => tokenize(body)));
  if (ownMessages.length === 0 || !others.every((name) => spokenTokens.has(name.toLowerCase()))) return false;
  const own = new Set([...speakers, ...room.split('-')].map((name) => name.toLowerCase()));
  const content = [...lower].filter((word) => !own.has(word) && isContent(word)).map(stem);
  if (content.length === 0) return false;
  const stemmed = ownMessages.map(({ body }) => ({ body, stems: new Set(tokenize(body).map(stem)) }));
  const everything = new Set(stemmed.flatMap(({ stems }) => [...stems]));
  if (!content.every((word) => everything.has(word))) return false;
  for (const [, ...texts] of sentence.matchAll(quoted)) {
    const words = normalize(texts.find((text) => text !== undefined) ?? '');
    if (!stemmed.some(({ body }) => normalize(body).includes(words))) return false;
  }
  const isDenial = negates.test(sentence);
  return stemmed.some(
    ({ body, stems }) =>
      content.filter((word) => stems.has(word)).length * 2 >= content.length &&
      negates.test(body) === isDenial,
  );
}

/** Numbers always count; words only if they are not stop words or reporting verbs. */
const isContent = (word: string): boolean =>
  /\p{N}/u.test(word) || (!stopWordsButClaims.has(word) && !reportingWords.has(word));
const claims = [
  'agreed',
  'agree',
  'decided',
  'decide',
  'sent',
  'done',
  'gone',
  'best',
  'better',
  'bad',
  'sorry',
];
const stopWordsButClaims = new Set([...stopWords].filter((word) => !claims.includes(word)));

const tokenize = (text: string): string[] => text.normalize('NFKC').toLowerCase().match(words) ?? [];
const normalize = (text: string): string =>
  text.normalize('NFKC').replaceAll(/\s+/gu, ' ').trim().toLowerCase();

/** Crude stem that unifies "shipping", "ships" and "ship". Numbers and short words are left alone. */
function stem(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  const bare = word.replace(/(?:ies|ied)$/, 'y').replace(/(?:ing|ed|es|s|e)$/, '');
  const short = bare.length < 3 ? word : bare;
  return short.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
}
