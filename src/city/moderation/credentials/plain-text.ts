/** Invisible characters, and full-width forms of ASCII characters. */
const lookAlikes = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\uff01-\uff5e]/;
const invisible = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** Removes invisible characters that chat apps insert into long words, and normalises full-width ones. */
export function foldLookAlikes(text: string): string {
  if (!lookAlikes.test(text)) return text;
  return text
    .replaceAll(invisible, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
