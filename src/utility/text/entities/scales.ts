/** Words that multiply an amount, in the languages of the month names and currencies. */
const byValue: readonly (readonly [number, string])[] = [
  [
    1e3,
    'k|thousand|tausend|tsd|mil|mila|mille|tys|tysięcy|tisíc|тыс|тысяч|тисяч|bin|nghìn|ngàn|ribu|พัน|ألف|हज़ार|हजार|千|천',
  ],
  [1e4, '万|萬|만|หมื่น'],
  [1e5, 'lakh|lakhs|lac|lacs|लाख|লাখ|แสน'],
  [
    1e6,
    'm|mn|mio|mln|million|millions|miljoen|millionen|millones|millón|milhões|milhão|milioni|milione|milionów|miliony|milion|milionů|milionu|miljoner|miljoonaa|millioner|milyon|млн|миллион|миллиона|миллионов|мільйонів|milioane|millió|juta|triệu|ล้าน|مليون|ملايين|מיליון|百万|백만',
  ],
  [1e7, 'crore|crores|cr|करोड़|করোড়|কোটি|千万|천만'],
  [1e8, '億|亿|억'],
  [1e10, 'thousand crore|thousand crores'],
  [
    1e9,
    'bn|b|billion|billions|miljard|milliard|milliards|milliarden|mrd|mia|mlrd|mld|miliardi|miliardo|miliardów|miliardy|miliard|miliarde|miliard|milyar|miljarder|milliarder|mil millones|bilhões|bilhão|млрд|миллиард|миллиарда|миллиардов|мільярдів|miljardia|milliárd|miliar|tỷ|tỉ|พันล้าน|مليار|מיליארד|十億|十亿',
  ],
  [
    1e12,
    'lakh crore|lakh crores|tn|trn|trillion|trillions|billionen|bio|billones|trilhões|trilhão|biliony|bilionów|trilyon|трлн|триллион|триллиона|триллионов|triliun|兆|조',
  ],
];

export const scales: Readonly<Record<string, number>> = Object.fromEntries(
  byValue.flatMap(([value, words]) => words.split('|').map((word) => [word, value])),
);

const isCjk = (word: string): boolean => /[\p{sc=Han}\p{sc=Hangul}]/u.test(word);
const longestFirst = (words: string[]) => words.sort((left, right) => right.length - left.length).join('|');

/** Chinese, Japanese and Korean scales follow the digits directly; the others are separate words. */
export const cjkScale = longestFirst(Object.keys(scales).filter(isCjk));
export const wordScale = longestFirst(Object.keys(scales).filter((word) => !isCjk(word)));
