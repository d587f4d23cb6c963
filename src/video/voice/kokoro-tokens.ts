/** The model's alphabet: the token id of each sign, as it was trained. */
const signs: Record<string, number> = {
  ';': 1,
  ':': 2,
  ',': 3,
  '.': 4,
  '!': 5,
  '?': 6,
  '—': 9,
  '…': 10,
  '"': 11,
  '(': 12,
  ')': 13,
  '“': 14,
  '”': 15,
  ' ': 16,
  A: 24,
  I: 25,
  O: 31,
  Q: 33,
  S: 35,
  T: 36,
  W: 39,
  Y: 41,
  ᵊ: 42,
  a: 43,
  b: 44,
  c: 45,
  d: 46,
  e: 47,
  f: 48,
  h: 50,
  i: 51,
  j: 52,
  k: 53,
  l: 54,
  m: 55,
  n: 56,
  o: 57,
  p: 58,
  q: 59,
  r: 60,
  s: 61,
  t: 62,
  u: 63,
  v: 64,
  w: 65,
  x: 66,
  y: 67,
  z: 68,
  ɑ: 69,
  ɐ: 70,
  ɒ: 71,
  æ: 72,
  ɔ: 76,
  ð: 81,
  ʤ: 82,
  ə: 83,
  ɚ: 85,
  ɛ: 86,
  ɜ: 87,
  ɡ: 92,
  ɪ: 102,
  ŋ: 112,
  ɹ: 123,
  ɾ: 125,
  ʃ: 131,
  ʧ: 133,
  ʊ: 135,
  ʌ: 138,
  ʒ: 147,
  ˈ: 156,
  ˌ: 157,
  ː: 158,
  θ: 119,
  ᵻ: 177,
};
/** Maximum per call of the model, without the padding at both ends. */
export const maxTokens = 510;

export interface Token {
  readonly id: number;
  /** Index of the displayed word it belongs to; -1 for a pause. */
  readonly word: number;
}

/** Converts words with their phonemes and pauses to the model's tokens. */
export function tokenize(
  words: readonly { readonly phonemes: readonly string[]; readonly pause: string }[],
): Token[] {
  const tokens: Token[] = [];
  const add = (text: string, word: number) => {
    for (const sign of text) {
      const id = signs[sign];
      if (id !== undefined) tokens.push({ id, word });
    }
  };
  words.forEach(({ phonemes, pause }, index) => {
    for (const spoken of phonemes) {
      if (tokens.length > 0) add(' ', -1);
      add(spoken, index);
    }
    add(pause, -1);
  });
  return tokens;
}
