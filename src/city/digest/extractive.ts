import { onFirstUse } from '../../platform/on-first-use.ts';
import { type Excerpt, quoteExcerpt, splitIntoPieces, truncateAtSpace } from './excerpt.ts';
import type { SourceMessage, Summariser } from './routes.ts';

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

const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const segmenter = onFirstUse(() => new Intl.Segmenter(undefined, { granularity: 'word' }));
const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]*/gu;
const notWords = /https?:\/\/\S+|@\w+/gu;
const minLetters = { spaced: 3, unspaced: 2 };
const maxLetters = 40;

/** The keywords of a text: the first spelling of each, by its normalised form. */
function extractKeywords(text: string): Map<string, string> {
  const cleaned = text.replaceAll(notWords, ' ');
  const isUnspaced = unspaced.test(cleaned);
  const found = isUnspaced
    ? Array.from(segmenter().segment(cleaned), ({ segment, isWordLike }) => (isWordLike ? segment : ''))
    : (cleaned.match(word) ?? []);
  const words = new Map<string, string>();
  for (const segment of found) {
    if (segment.length > maxLetters) continue;
    const spelled = segment.replace(/['’-]+$/u, '').replace(/['’]\p{L}{1,2}$/u, '');
    const form = normalizeWord(spelled);
    const least = unspaced.test(spelled) ? minLetters.unspaced : minLetters.spaced;
    const letters = spelled.match(/\p{L}/gu)?.length ?? 0;
    if (letters < least) continue;
    if (stopWords.has(spelled.toLowerCase()) || stopWords.has(form)) continue;
    if (!words.has(form)) words.set(form, spelled);
  }
  return words;
}

/** Lower case without a plural s, so that "Parsers" and "parser" are one topic. */
function normalizeWord(spelled: string): string {
  const small = spelled.toLowerCase().normalize('NFKC');
  return /^[a-z]{4,}s$/.test(small) && !/(ss|us|is)$/.test(small) ? small.slice(0, -1) : small;
}

const english = `a about above across actually after again all almost along already also although always am among an and
  another any anybody anyone anything are aren around as ask asked at away back bad be because been before being below best better between big
  both but by bye call came can cannot cant come could couldn course day days did didn different do does doesn doing don done down
  each either else enough even ever every everybody everyone everything exactly far feel few find fine first for from full get gets getting
  give go goes going gone gonna good got great guess had has hasn have haven having he hello hey her here hers hi him his hmm how however i if
  im in into is isn it its itself ive just keep kind know last later least less let lets like likely little ll long look looking lot lots
  made make makes making many may maybe me mean might mine more most much must my myself need needs never new next nice no nobody none nor
  not nothing now of off often oh ok okay old on once one ones only onto or other others our ours out over own part people perhaps please
  point possible pretty probably put quite rather re really right said same saw say saying says see seem seems seen sent several shall she
  should shouldn since so some somebody someone something soon sorry still stuff such sure take taken tell than thank thanks that thats the
  their theirs them then there theres these they thing things think this those though thought three through time times to today together
  told tomorrow tonight too took toward try trying two under until up upon us use used using usually ve very via want wants was wasn way we
  welcome well went were weren what whatever when where whether which while who whoever whole whom whose why will wish with within without
  won wont word work works would wouldn yeah yep yes yesterday yet you your yours yourself agreed agree decided decide`;
const german = `aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bin bis bist bitte da damit dann
  danke das dass dein dem den denn der des dich die dies diese diesem diesen dieser dieses dir doch dort du durch ein eine einem einen
  einer eines er es euch für ganz gegen gibt gut habe haben hat hatte heute hier ich ihm ihn ihr ihre im immer in ist ja jede jeder jetzt
  kann kein keine können machen man mehr mein mich mir mit morgen muss nach nein nicht nichts noch nun nur ob oder ohne schon sehr sein
  seine sich sie sind so soll über um und uns unser unter vom von vor war warum was weil wenn wer werden wie wieder will wir wird wo
  wurde zu zum zur`;
const romance = `al algo ao aos aussi aux avec avere bien bon bonjour c'est ce cela ces cet cette che chi ci come como con cosa cuando
  da dans das de del della delle dem des di do dois donc dos du e el elle elles em en entre era es esta está estamos estar este esto et
  eu faire fait fazer foi fue gli gracias ha hace hacer hai han hay hola hoy i il ils io isso já je la las le les lo los lui ma mais
  más me même mi minha moi mon muito muy na não ne nel nella nem ni no noi non nos nosotros nossa notre nous o obrigado on ou où para
  pas per però plus por porque pour quand que quel quella quem questo qui quien quoi sa salut sans se sei sem ser ses si sí sin sobre
  solo somos son sono sont sous su sua sul sur também también te tem ti tiene todo todos tout tous très tu tudo ti um uma un una une
  uno va vamos você vos votre vous y ya yo à às é`;
const dutch = `aan als ben bij dan dat deze die dit doen door een geen goed haar heb hebben heeft het hier hij hoe hun iets ik jij jullie
  kan maar meer mijn moet naar niet nog nu ook op over te toen tot uit van veel voor waar wat weer wel werd wij wil worden zal zich zij
  zijn zo zou`;
/** Common segments that the word segmenter yields for Chinese, Japanese and Korean. */
const eastern = `我们 你们 他们 这个 那个 什么 怎么 因为 所以 但是 可以 没有 一个 不是 现在 知道 就是 如果 大家 今天 明天 です ます した して ある いる こと
  これ それ あれ ため から まで ない する という ました ください 그리고 그런데 하지만 있는 있다 없다 합니다 입니다 그것 이것 저것 우리`;

/** Words that carry no topic, in the most common languages. */
export const stopWords: ReadonlySet<string> = new Set(
  [english, german, romance, dutch, eastern].flatMap((words) => words.split(/\s+/)),
);
