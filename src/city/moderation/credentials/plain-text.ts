/** Invisible characters, and full-width forms of ASCII characters. */
const disguised = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\uff01-\uff5e]/;
const unseen = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** Removes invisible characters that chat apps insert into long words, and normalises full-width ones. */
export function plainText(text: string): string {
  if (!disguised.test(text)) return text;
  return text
    .replaceAll(unseen, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
