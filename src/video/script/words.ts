import { stemmer } from 'stemmer';

/** Words of grammar, which say nothing about a subject. */
const functionWords = new Set(
  `a an the this that these those it its he she they them their his her we us our you your i me my
  and or but nor so if then than as at by for from in into of off on onto out over to up with within without about
  is are was were be been being am do does did have has had having can could may might must shall should will would
  not no what which who whom whose when where why how there here`.split(/\s+/),
);

export const isFunctionWord = (word: string): boolean => functionWords.has(word);

/** The words of a text in lower case, without accents and possessive endings. */
export const splitWords = (text: string): string[] =>
  (
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[’]/g, "'")
      .match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*(?:'\p{L}+)?/gu) ?? []
  ).map((word) => word.replace(/'s?$|'(?:ll|re|ve|d|m|t)$/u, ''));

/** Forms that have no ending to strip, each with the form that it stands for. */
const irregular: ReadonlyMap<string, string> = new Map(
  `sank:sink sunk:sink rose:rise risen:rise broke:break broken:break ate:eat eaten:eat gave:give given:give took:take
  taken:take made:make sold:sell bought:buy fought:fight caught:catch taught:teach thought:think brought:bring held:hold
  lost:lose left:leave ran:run sent:send spoke:speak spoken:speak drove:drive driven:drive chose:choose chosen:choose
  froze:freeze frozen:freeze fell:fall fallen:fall built:build began:begin begun:begin wrote:write written:write won:win
  led:lead flew:fly flown:fly grew:grow grown:grow found:find became:become came:come went:go gone:go knew:know known:know
  saw:see seen:see died:die dying:die death:die men:man women:woman people:person children:child feet:foot teeth:tooth
  mice:mouse leaves:leaf wolves:wolf bacterium:bacteria awake:wake woke:wake`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** The stem of a word: "pumps" and "pumping" are about the same thing, "colour" is "color". */
export function stem(word: string): string {
  const american = (irregular.get(word) ?? word)
    .replace(/(?<=[^aeiou])our(?=s?$|ed$|ing$)/, 'or')
    .replace(/is(?=(?:e[ds]?|ing|ation)$)/, 'iz');
  // Twice, as "octopuses" gives "octopus", which gives "octopu".
  return stemmer(stemmer(american));
}

/** Stems of the content words. */
export const toStems = (text: string): string[] =>
  splitWords(text)
    .filter((word) => !functionWords.has(word))
    .map(stem);

/** Share of the smaller set that is in the other, from 0 to 1. */
export function overlap(a: readonly string[], b: readonly string[]): number {
  const [small, large] = a.length <= b.length ? [new Set(a), new Set(b)] : [new Set(b), new Set(a)];
  if (small.size === 0) return 0;
  return [...small].filter((each) => large.has(each)).length / small.size;
}

export const countWords = (text: string): number =>
  text.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length;
