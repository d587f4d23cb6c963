/** The zero of each script whose digits people use in dates, amounts and telephone numbers. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0xff10];
const digits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;
const marks: Readonly<Record<string, string>> = {
  '（': '(',
  '）': ')',
  '＋': '+',
  '＄': '$',
  '－': '-',
  '．': '.',
  '，': ',',
  '／': '/',
  '\u066b': '.',
  '\u066c': ',',
};
const widened = /[（）＋＄]|(?<=\d)[－．，／\u066b\u066c](?=\d)/g;

/** Writes every digit as 0 to 9. Each character becomes one character, so positions stay the same. */
export function withPlainDigits(text: string): string {
  if (text.search(digits) < 0) return text;
  const converted = text.replaceAll(digits, (char) => {
    const code = char.charCodeAt(0);
    return String(code - (zeros.find((zero) => code >= zero && code < zero + 10) ?? code));
  });
  return converted.replaceAll(widened, (char) => marks[char] ?? char);
}
