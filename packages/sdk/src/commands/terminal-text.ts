/** Control characters (but line ends and tabs) and those that turn the direction of a text around. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** What strangers wrote, such that it cannot speak to the terminal it is shown on. */
export function terminalText(text: string): string {
  return text.replaceAll(unprintable, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same on one line. */
export function terminalLine(text: string): string {
  return terminalText(text)
    .replaceAll(/\s*\n\s*/g, ' ⏎ ')
    .replaceAll('\t', ' ');
}
