/** The year before the first year of each era, so that era year 1 is one more. */
const eras: Readonly<Record<string, number>> = {
  令和: 2_018,
  平成: 1_988,
  昭和: 1_925,
  大正: 1_911,
  民國: 1_911,
  民国: 1_911,
};

const han = '〇零一二三四五六七八九';
const count = `[${han}十]{1,3}`;

export const eraDate = /(令和|平成|昭和|大正|民國|民国) ?(元|\d{1,3}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日/gu;
export const hanDate = new RegExp(`(?<![${han}十])()([${han}]{4})年(${count})月(${count})[日号號]`, 'gu');

/** The year, month and day of an era, a year in it or in Chinese digits, a month and a day. */
export function dateInEra([era = '', year = '', month = '', day = '']: readonly string[]): {
  year: string;
  month: number;
  day: string;
} {
  const inEra = year === '元' ? 1 : readHan(year);
  return { year: String((eras[era] ?? 0) + inEra), month: readHan(month), day: String(readHan(day)) };
}

/** Reads 二〇二六, 十二 and 二十五; other digits are parsed as numbers. */
function readHan(text: string): number {
  const digits = [...text].map((each) =>
    each === '零' ? 0 : han.indexOf(each) - (han.indexOf(each) > 1 ? 1 : 0),
  );
  const ten = text.indexOf('十');
  if (ten >= 0) return (ten === 0 ? 1 : (digits[0] ?? 0)) * 10 + (digits[ten + 1] ?? 0);
  return /^\d+$/.test(text) ? Number(text) : Number(digits.join(''));
}
