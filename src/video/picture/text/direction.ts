const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const strong = /\p{L}/u;

/** By the first letter with a direction, as in browsers. */
export function isRightToLeft(text: string): boolean {
  const first = [...text].find((c) => strong.test(c));
  return first !== undefined && rightToLeft.test(first);
}
