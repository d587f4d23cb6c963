/** The small words of languages that share our letters; by them a topic is told from an English one. */
const smallWords: Record<string, string> = {
  Spanish:
    'el la los las un una unos de del y en que qué por para con como cómo es son se su sus al lo mi tu',
  German:
    'der die das und ist sind ein eine einen den dem des zu zum zur mit von vom auf für wie im nicht ich wir sie',
  Italian: 'il lo la gli le un una di del della dei delle e che per con come è nel nella sono si',
  Portuguese: 'o os as um uma de do da dos das e em no na que por para com como é são não se',
  Dutch: 'de het een en van is zijn op te met voor niet hoe wat in naar',
  Polish: 'i w na z do jest się nie jak to od po dla',
  Swedish: 'och en ett är på med för att som av inte hur',
};
const signs: Record<string, RegExp> = {
  Spanish: /[ñ¿¡]/i,
  German: /[ßäöü]/i,
  Portuguese: /[ãõ]/i,
  Polish: /[ąćęłńśźż]/i,
  Swedish: /å/i,
};
const questions: Record<string, RegExp> = {
  Spanish: /^(?:¿|cómo|qué|por qué|quién|dónde)/i,
  German: /^(?:wie|was|warum|wer|wo|wann|weshalb) /i,
  Italian: /^(?:perché|che cosa|chi|dove|quando) /i,
  Portuguese: /^(?:como|porque|por que|quem|onde) /i,
  Dutch: /^(?:hoe|waarom|wie|wat|waar) /i,
};
const english = new Set(
  'the of and to in is are a an for on with how what why that this from by at as it i you we they'.split(' '),
);
const known = Object.entries(smallWords).map(([name, words]) => ({ name, words: new Set(words.split(' ')) }));

/** The language a topic is written in, where it is clearly one of these and not English. */
export function foreignLanguage(topic: string): string | undefined {
  const words = topic
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(Boolean);
  const share = (set: ReadonlySet<string>) =>
    words.filter((word) => set.has(word)).length / Math.max(1, words.length);
  const scored = known.map(({ name, words: set }) => {
    const met = new Set(words.filter((word) => set.has(word))).size;
    const sign = signs[name]?.test(topic) || questions[name]?.test(topic) ? 0.3 : 0;
    // One small word may be anybody's: "La La Land".
    return { name, score: met > 1 || sign > 0 ? share(set) + sign : 0 };
  });
  const best = scored.sort((a, b) => b.score - a.score)[0]!;
  return words.length > 1 && best.score >= 0.3 && best.score > share(english) ? best.name : undefined;
}
