const side = 24;
let hasFont: boolean | undefined;

/** Whether this browser renders emoji: without an emoji font it draws blanks or boxes. */
function hasEmojiFont(): boolean {
  const canvas = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  if (!canvas) return true;
  canvas.font = `${side - 6}px sans-serif`;
  canvas.textBaseline = 'top';
  canvas.fillText('\u{1F34E}', 0, 2);
  const { data } = canvas.getImageData(0, 0, side, side);
  // An apple is red; a box has the text colour, which is black.
  return data.some((value, at) => at % 4 === 0 && value > (data[at + 2] ?? 0) + 60);
}

/** Whether a character is rendered properly: letters always, an emoji if there is a font for it. */
export function canRender(sign: string): boolean {
  if (!/\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(sign)) return true;
  hasFont ??= hasEmojiFont();
  return hasFont;
}
