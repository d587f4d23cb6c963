/** Each letter, and what looks like it or like its capital in other alphabets. */
const alike = `
a а α ᴀ ɑ ꭺ
b в β ʙ ƀ ꮟ
c с ϲ ᴄ ꮯ
d ԁ ᴅ đ ɗ ꭰ
e е ε ᴇ є ꭼ
g ɢ ԍ ɡ
h н η һ ʜ ꮋ
i і ι ɪ 1 ꭵ
j ј ϳ ᴊ
k к κ ᴋ
l ʟ ꮮ
m м μ ᴍ ꮇ
n ν ɴ п
o о ο օ ᴏ 0
p р ρ ᴘ ꮲ
q ԛ
r ʀ г
s ѕ ꜱ 5 $ ꮪ
t т τ ᴛ ₮ ꭲ
u υ ᴜ ս
v ᴠ ѵ
w ԝ ω ᴡ ꮃ
x х χ
y у γ ʏ ү
z ᴢ ζ
`;

const letters = new Map<string, string>(
  alike
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [letter = '', ...others] = line.split(' ');
      return others.map((each): [string, string] => [each, letter]);
    }),
);

/** Folds look-alike text to one spelling: letters of other alphabets, accents, capitals and spaces. */
export const foldLookalikes = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cf}\p{Cc}\s]/gu, '')
      .toLowerCase(),
  ]
    .map((each) => letters.get(each) ?? each)
    .join('');

const latin = /\p{sc=Latn}/u;
const alphabetsAlike = /[\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Cher}]/u;

/** Whether a word has letters of the Latin alphabet and of one that looks like it. */
export const mixesAlphabets = (text: string): boolean =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .some((word) => latin.test(word) && alphabetsAlike.test(word));
