import { emojiNamed } from '../../picture/icons/emoji.ts';
import type { Storyboard } from '../../storyboard.ts';
import { Countries, type Country } from '../facts/countries.ts';
import type { Encyclopaedia } from '../facts/encyclopaedia.ts';
import { formsOf, type Sense, WordNet } from '../facts/wordnet.ts';
import { capitalised, clipped, oneLine } from '../text.ts';
import { aboutCountry, placeOf } from './about-country.ts';
import { aboutEmoji } from './about-emoji.ts';
import { aboutPhrase, type KnownTerm, phraseKind } from './about-phrase.ts';
import { aboutSense, type Knowledge } from './about-sense.ts';
import { aboutArticle, aboutText } from './about-text.ts';
import { aboutForeign, aboutUnknown, type Lookalike } from './about-unknown.ts';
import { moreAbout } from './around-sense.ts';
import { type Draft, storyboardOf } from './draft.ts';
import { drawable } from './drawable.ts';
import { emojiNames, onlyEmoji } from './emoji.ts';
import { contentWords, keySentences } from './extract.ts';
import { englishTerms, isFrench } from './french.ts';
import { comesInPieces, isName, isPerson, isSeen } from './grammar.ts';
import { foreignLanguage } from './language.ts';

const longTextChars = 280;
const maxTerms = 5;
/** Each costs a walk through the whole index. */
const mostLookalikes = 2;
const longestTitle = 80;
/** Words that stand in every sentence and tell nothing of it. */
const vague =
  /^(?:ways?|things?|times?|days?|weeks?|months?|years?|people|kinds?|lots?|parts?|uses?|best|long|box|boxes|place|places|case|fact|end|start|today|tomorrow|yesterday|something|someone|everyone|make|minutes?|hours?|one|two|three|four|five|six|seven|eight|nine|ten|alert|html)$/i;

/** Writes a script with no model: of what the topic itself says, of dictionaries and data at hand, and of an encyclopaedia where it answers. */
export async function writeOffline(
  given: string,
  encyclopaedia: Encyclopaedia | undefined,
  signal?: AbortSignal,
): Promise<Storyboard> {
  const topic = oneLine(given);
  const [wordnet, countries] = [await WordNet.open(), await Countries.load()];
  try {
    return storyboardOf(await draftOf(topic, { wordnet, countries, encyclopaedia, signal }));
  } finally {
    await wordnet.close();
  }
}

interface Sources extends Knowledge {
  readonly encyclopaedia: Encyclopaedia | undefined;
  readonly signal: AbortSignal | undefined;
}

async function draftOf(topic: string, sources: Sources): Promise<Draft> {
  const { wordnet, countries } = sources;
  const emoji = onlyEmoji(topic);
  const country =
    topic.length <= 60
      ? (((await isThing(topic, wordnet)) ? undefined : countries.find(titleOf(topic))) ??
        (emoji[0] && countries.find(emoji[0])))
      : undefined;
  if (country) return aboutCountry(country, countries, calledIn(topic, country));
  if (emoji.length > 0) return (await emojiDraft(emoji, wordnet)) ?? aboutUnknown(topic, []);
  if (topic.length > longTextChars && keySentences(topic, 4).length >= 3) return aboutText(topic);
  const article =
    topic.length <= longestTitle
      ? await sources.encyclopaedia?.article(titleOf(topic), sources.signal)
      : undefined;
  if (article && keySentences(article.text, 3).length >= 3) return aboutArticle(article);
  const whole = await wholeTerm(titleOf(topic), sources);
  if (whole) return whole;
  if (isFrench(topic)) return frenchDraft(topic, sources);
  const language = foreignLanguage(topic);
  if (language) return aboutForeign(topic, language);
  return (await phraseDraft(topic, sources)) ?? unknownDraft(titleOf(topic) || topic, wordnet);
}

/**
 * Some countries share their name with a thing. Written small, the dictionary's first meaning is meant ("turkey", but not
 * "japan"); with "a" before it, the thing is.
 */
async function isThing(topic: string, wordnet: WordNet): Promise<boolean> {
  const word = titleOf(topic);
  if (isName(word)) return false;
  const senses = await wordnet.senses(word, ['noun']);
  const isOne = (sense: Sense | undefined) => sense !== undefined && !isName(nameIn(sense, word));
  return /\ban?\s+\S+$/i.test(topic) ? senses.some(isOne) : isOne(senses[0]);
}

/** Turkey stays Turkey for whoever asks for it, though the data writes Türkiye. */
const calledIn = (topic: string, { cca3 }: Country): string | undefined =>
  cca3 === 'TUR' && /turkey/i.test(topic) ? 'Turkey' : undefined;

/** The topic without what only asks for it: "tell me about the octopus" is about the octopus. */
const titleOf = (topic: string): string =>
  topic
    .replace(
      /^(?:(?:please )?(?:tell me|make (?:me )?a (?:video|film|short)|a (?:video|film|short)|explain|write)(?: to me)?(?: about| on| of)?|all about|facts about|the story of|what (?:is|are)|who (?:is|was))\s+/i,
      '',
    )
    .replace(/^(?:an?|the)\s+/i, '')
    .replace(/[\s?!.]+$/, '');

async function wholeTerm(word: string, sources: Sources): Promise<Draft | undefined> {
  const { wordnet } = sources;
  const senses = await wordnet.senses(word);
  if (senses.length === 0) return undefined;
  // A thing can be shown; of a thing's meanings the animal or object says more than the dish made of it.
  const things = senses.filter(({ part }) => part === 'noun');
  const common = things.filter((each) => isName(word) || !isName(nameIn(each, word)));
  const nouns = common.length > 0 ? common : things;
  const sense = bestOf(nouns.length > 0 ? nouns : senses, wordnet);
  const name = nameIn(sense, word);
  return aboutSense(sources, { word: name, sense, others: senses.filter((each) => each !== sense) });
}

/** WordNet orders by how often a meaning was counted; where none was, the one with more ties is the better known. */
function bestOf(senses: readonly Sense[], wordnet: WordNet): Sense {
  const [first, second] = senses;
  if (!second) return first!;
  // A heart can be meant, and it can be shown: of the first few, the one that is seen.
  const seen = senses.slice(0, 4).find((each) => isSeen(each) && !isPerson(each) && !isName(each.words[0]!));
  if (!isSeen(first!) && seen && emojiNamed(seen.words[0]!)) return seen;
  const isFood = /\b(?:flesh|meat|eaten|edible|food|dish)\b/.test(first!.definition);
  return isFood && wordnet.count(second, ['@', '#m', '~']) >= wordnet.count(first!, ['@', '#m', '~'])
    ? second
    : first!;
}

/** As the dictionary writes it, so that names keep their capitals and one is told of, not several. */
function nameIn({ words }: Sense, asked: string): string {
  const forms = formsOf(asked).map((form) => form.replaceAll('_', ' '));
  return (
    words.find((word) => forms.includes(word.toLowerCase())) ??
    (words.some((word) => /^\p{Lu}/u.test(word)) ? words[0]! : asked.toLowerCase())
  );
}

async function phraseDraft(topic: string, { wordnet, countries }: Sources): Promise<Draft | undefined> {
  // Where steps are listed behind a colon, the goal before it is what the film is about.
  const [goal = topic] = phraseKind(topic) === 'how-to' ? topic.split(/:\s/) : [topic];
  const terms = await termsIn(goal, wordnet);
  const [main] = terms;
  if (!main || (await isNonsense(goal, wordnet))) return undefined;
  const places = countries.spokenOf(topic).slice(0, 1);
  return aboutPhrase(topic, terms, {
    more: await moreAbout(wordnet, main.word, main.sense),
    places: places.map(({ country, capital }) => placeOf(country, capital)),
  });
}

/** More words that nobody knows than words that somebody does. */
async function isNonsense(text: string, wordnet: WordNet): Promise<boolean> {
  const words = contentWords(text);
  const known = await Promise.all(words.map(async (word) => (await wordnet.senses(word)).length > 0));
  return known.filter(Boolean).length * 2 < words.length;
}

/** Words that nobody knows, each with the ones that it looks like. */
async function unknownDraft(topic: string, wordnet: WordNet): Promise<Draft> {
  const words = [...new Set(contentWords(topic))].filter((word) => /^[a-z]{4,14}$/.test(word));
  const lookalikes: Lookalike[] = [];
  for (const word of words.slice(0, 6)) {
    if (lookalikes.length === mostLookalikes) break;
    if ((await wordnet.senses(word)).length > 0) continue;
    const near = await wordnet.nearest(word, 5);
    const nearest = near.find((each) => emojiNamed(each) !== undefined) ?? near[0];
    const sense = nearest === undefined ? undefined : (await wordnet.senses(nearest, ['noun']))[0];
    if (nearest === undefined || !sense) continue;
    const like = [nearest, ...near.filter((each) => each !== nearest)].slice(0, 3);
    lookalikes.push({ word, like, sense, draw: await drawable(wordnet, nearest, sense) });
  }
  return aboutUnknown(topic, lookalikes);
}

/** The dictionary's words in a phrase, longest first found first taken, those that say most first. */
async function termsIn(topic: string, wordnet: WordNet): Promise<KnownTerm[]> {
  const words = topic.split(/[^\p{L}\p{M}'’-]+/u).filter(Boolean);
  const found: (KnownTerm & { weight: number })[] = [];
  const content = new Set(contentWords(topic));
  for (let at = 0; at < words.length; ) {
    const taken = await termAt(words, at, content, wordnet);
    if (taken)
      found.push({
        ...taken.term,
        weight:
          taken.length * 20 +
          (comesInPieces(taken.term.sense) ? 10 : 0) +
          Math.min(9, taken.term.word.length),
      });
    at += taken?.length ?? 1;
  }
  const unique = found.filter(({ word }, index) => found.findIndex((each) => each.word === word) === index);
  return unique.sort((a, b) => b.weight - a.weight).slice(0, maxTerms);
}

async function termAt(
  words: readonly string[],
  at: number,
  content: ReadonlySet<string>,
  wordnet: WordNet,
): Promise<{ term: KnownTerm; length: number } | undefined> {
  for (const length of [3, 2, 1]) {
    const asked = words.slice(at, at + length).join(' ');
    if (
      at + length > words.length ||
      (length === 1 && (!content.has(asked.toLowerCase()) || vague.test(asked)))
    )
      continue;
    const nouns = (await wordnet.senses(asked, ['noun'])).filter(
      (each) => isName(asked) || !isName(nameIn(each, asked)),
    );
    const verbs = await wordnet.senses(asked, ['verb']);
    const before = words[at - 1] ?? '';
    const isTask = /^(?:to|not)$/i.test(before);
    const isDone = /^(?:that|which|who|will|can|could|would|should|must|i|we|you|they|he|she|it)$/i.test(
      before,
    );
    // More often a verb than a thing: told of only where the topic is to do it.
    const isThing = nouns.length > 0 && nouns.length >= verbs.length && !(isDone && verbs.length > 0);
    const sense = isTask && verbs.length > 0 ? verbs[0] : isThing ? bestOf(nouns, wordnet) : undefined;
    if (sense && sense.definition.length < 200)
      return {
        term: {
          word: nameIn(sense, asked),
          sense,
          draw: await drawable(wordnet, nameIn(sense, asked), sense),
        },
        length,
      };
  }
  return undefined;
}

async function emojiDraft(signs: readonly string[], wordnet: WordNet): Promise<Draft | undefined> {
  const named = await Promise.all(
    [...new Set(signs)].slice(0, 3).map(async (sign) => {
      const known = await emojiNames(sign);
      if (!known) return undefined;
      const last = known.name.split(' ').at(-1)!;
      const [own, lasts] = [await wordnet.senses(known.name, ['noun']), await wordnet.senses(last, ['noun'])];
      const senses = own.length > 0 ? own : lasts;
      const sense = senses.length > 0 ? bestOf(senses, wordnet) : undefined;
      return { sign, ...known, sense };
    }),
  );
  const all = named.flatMap((each) => each ?? []);
  const [first] = all;
  if (!first) return undefined;
  const more = first.sense ? await moreAbout(wordnet, first.sense.words[0]!, first.sense) : [];
  return aboutEmoji(all, more);
}

/** French is understood as far as our word list goes, and told in English, which is all that the voices speak. */
async function frenchDraft(topic: string, sources: Sources): Promise<Draft> {
  const asked = (what: string) => ({
    hook: `Somebody asked this in French. The voices here speak English, so here is the English side of it: ${what}.`,
    hookScreen: clipped(topic, 60),
  });
  for (const term of englishTerms(topic)) {
    const article = await sources.encyclopaedia?.article(capitalised(term), sources.signal);
    const draft =
      article && keySentences(article.text, 3).length >= 3
        ? aboutArticle(article)
        : await wholeTerm(term, sources);
    if (draft)
      return {
        ...draft,
        ...asked(draft.hookScreen ?? term),
        title: `${clipped(topic, 70)} (${draft.title})`,
        description: `${clipped(topic, 300)}\n\n${draft.description}`,
        tags: [...draft.tags, ...contentWords(topic)],
      };
  }
  return { ...aboutForeign(topic, 'French') };
}
