import { expandQuery, splitSearchWords, stemSearchWord } from './search-words.ts';

/** Searchable texts of one item; its name counts most. */
export interface Searchable {
  readonly name: string;
  readonly path: string;
  readonly does: string;
  /** Whether it is read-only. */
  readonly reads?: boolean;
}

/** Verbs of change; a query without one prefers read-only items. */
const changeVerbs =
  /\b(?:add|alert|barter|block|change|chat|claim|contest|create|give|hand|hire|invite|join|kick|lock|lost|make|mute|pay|purchase|quit|recommend|reject|report|release|remove|save|sell|send|start|stop|tell|throw|unlock|upload)\b/i;
const intentWeight = 1.4;
/** A longer path is more specific, and ranks lower. */
const depthPenalty = 0.09;

const weights = { name: 4, path: 3, first: 3, does: 1.5 };
/** Weight of a related word. */
const relatedWeight = 0.75;

interface Indexed {
  readonly name: ReadonlySet<string>;
  readonly path: ReadonlySet<string>;
  readonly first: ReadonlySet<string>;
  readonly does: ReadonlySet<string>;
}

/** Items that share words or related words with the query, best first. Rare words count more. */
export function rank<T>(question: string, items: readonly T[], toSearchable: (item: T) => Searchable): T[] {
  const queryWords = expandQuery(question);
  const index = items.map((item) => indexItem(toSearchable(item)));
  const rarity = rarityIn(index);
  const prefersReads = !changeVerbs.test(question);
  const scoreOf = (each: Indexed) => {
    const scores = queryWords.map(({ word, others }) => {
      const own = rarity(word) * weightIn(each, word);
      return others.reduce((sum, other) => sum + relatedWeight * rarity(other) * weightIn(each, other), own);
    });
    // An item that matches every word of the query ranks above one that matches a single word well.
    const matchedShare = scores.filter((score) => score > 0).length / Math.max(1, queryWords.length);
    return scores.reduce((sum, score) => sum + score, 0) * Math.sqrt(matchedShare);
  };
  return items
    .map((item, position) => {
      const { reads, path } = toSearchable(item);
      const fits = reads === undefined || reads === prefersReads ? 1 : 1 / intentWeight;
      const depth = path.split('/').length;
      const words = index[position];
      const score = words ? scoreOf(words) : 0;
      return { item, position, score: (score * fits) / (1 + depthPenalty * depth) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.position - b.position)
    .map(({ item }) => item);
}

const toStems = (text: string): ReadonlySet<string> => new Set(splitSearchWords(text).map(stemSearchWord));

function indexItem({ name, path, does }: Searchable): Indexed {
  const [first = does] = does.split(/[.;:](?:\s|$)/, 1);
  return { name: toStems(name), path: toStems(path), first: toStems(first), does: toStems(does) };
}

function weightIn(each: Indexed, word: string): number {
  let weight = 0;
  for (const field of ['name', 'path', 'first', 'does'] as const)
    if (each[field].has(word)) weight += weights[field];
  return weight;
}

/** Weight of a word: the fewer items contain it, the higher. */
function rarityIn(index: readonly Indexed[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const each of index)
    for (const word of new Set([...each.name, ...each.path, ...each.does]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + index.length / (1 + (counts.get(word) ?? 0)));
}
