/** What cannot be seen, and what is only another form of a plain character. */
const disguised = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\uff01-\uff5e]/;
const unseen = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/g;

/** The text as a reader takes it: chat programs put unseen characters into long words, and some keyboards wide ones. */
export function plainText(text: string): string {
  if (!disguised.test(text)) return text;
  return text
    .replaceAll(unseen, '')
    .replaceAll(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
}
