import type { Statements } from './wall-wording.ts';

const hidden =
  /<(script|style|noscript|svg|nav|footer|aside|select|textarea|template|head)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const maxHeadings = 4;

/** What a page shows outside its navigation: the parts of its title, its headings and its sentences. */
export function shownStatements(html: string, title: string): Statements {
  const shown = html.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ').replaceAll(hidden, ' ');
  const { headings, text } = takeHeadings(shown);
  const body = toText(text)
    .split(/\n|(?<=[.!?…])\s|(?<=[。！？])/)
    .map((each) => each.trim())
    .filter((each) => /[\p{L}\p{N}]/u.test(each));
  const links =
    html.match(/<a\b[^<>]*?\bhref\s*=\s*["']?(?!mailto:|tel:|javascript:|#)[^\s>"']/gi)?.length ?? 0;
  return {
    headings: [...titleParts(title), ...headings.slice(0, maxHeadings)],
    body: [...headings.slice(maxHeadings), ...body],
    links,
  };
}

/** A heading ends at the next end tag of one; whatever its level, browsers close it there too. */
function takeHeadings(html: string): { headings: string[]; text: string } {
  const headings: string[] = [];
  let text = '';
  let from = 0;
  let opened: number | null = null;
  for (const tag of html.matchAll(/<(\/?)h[1-4]\b[^<>]*>/gi)) {
    if (tag[1] === '') {
      if (opened === null) text += html.slice(from, tag.index);
      opened = from = tag.index + tag[0].length;
    } else if (opened !== null) {
      headings.push(toText(html.slice(opened, tag.index)).replaceAll('\n', ' '));
      text += '\n';
      opened = null;
      from = tag.index + tag[0].length;
    }
  }
  return { headings, text: text + html.slice(from) };
}

const titleParts = (title: string): string[] => [
  ...new Set([title, ...title.split(/\s[|–—·•»›:-]\s|:\s|&rsaquo;/)]),
];

const toText = (html: string): string =>
  html
    .replaceAll(/<img\b[^<>]*?\balt\s*=\s*(?:"([^"]*)"|'([^']*)')[^<>]*>/gi, '\n$1$2\n')
    .replaceAll(
      /<\/?(?:p|div|h\d|li|ul|ol|dl|dt|dd|tr|td|th|table|section|article|main|header|form|button|label|br|hr|center|pre|blockquote|details|summary)\b[^<>]*>/gi,
      '\n',
    )
    .replaceAll(/<[^<>]*>?/g, ' ')
    .replaceAll(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replaceAll(/&(?:nbsp|rsaquo|raquo|hellip);/g, ' ')
    .replaceAll(/&(?:rsquo|apos);/g, '’')
    .replaceAll(/&amp;/g, '&')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim();
