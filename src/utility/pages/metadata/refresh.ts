import { blockText } from '../article/block-text.ts';
import type { PageSource } from '../page-source.ts';
import { type ParsedPage, parsePage } from '../parsed-page.ts';
import { closest, rawText } from '../tree.ts';
import { toAbsoluteUrl } from './meta.ts';
import { scriptRedirect } from './script-redirect.ts';

export interface RefreshTarget {
  /** Null if the page redirects no further. */
  url: string | null;
  kind: 'meta' | 'script';
  delayS: number;
}

/** A slower refresh means that the page is meant to be read. */
const maxDelayS = 10;
/** A page with more words than this is meant to be read, whatever its scripts do. */
const maxRedirectPageWords = 100;
/** By the HTML standard a space may be the separator, and a quoted URL may contain spaces. */
const refreshPattern =
  /^\s*(\d+)[.\d]*(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]+)|'([^']+)|([^"'\s][^\r\n\t]*))/i;
const withoutScripts: ReadonlySet<string> = new Set(['noscript', 'template']);

/** Seconds alone: the page loads itself again. */
const reloadPattern = /^\s*(\d+)[.\d]*\s*[;,]?\s*$/;

/** The target of a refresh, from a meta element or the header of the page at `own`. */
export function refreshTarget(
  text: string,
  base: URL,
  own = base.href,
): { url: string; delayS: number } | null {
  const [, seconds, ...targets] = refreshPattern.exec(text) ?? [undefined, reloadPattern.exec(text)?.[1]];
  const target = targets.length === 0 ? own : targets.find((each) => each !== undefined);
  const url = Number(seconds) <= maxDelayS ? toAbsoluteUrl(target, base) : null;
  return url ? { url, delayS: Number(seconds) } : null;
}

/** Where a page redirects its visitors by itself, soon after it loads. */
export function pageRefresh({ page: source }: { page: PageSource }): RefreshTarget {
  const page = parsePage(source);
  for (const element of page.all('meta')) {
    const { attribs } = element;
    if (attribs['http-equiv']?.trim().toLowerCase() !== 'refresh' || closest(element, withoutScripts))
      continue;
    const found = refreshTarget(attribs.content ?? '', page.base, source.url);
    if (found) return { ...found, kind: 'meta' };
  }
  return { url: scriptTarget(page), kind: 'script', delayS: 0 };
}

function scriptTarget(page: ParsedPage): string | null {
  const scripts = page
    .all('script')
    .filter(({ attribs }) => attribs.src === undefined && isScriptType(attribs.type))
    .map(rawText);
  const onLoad = page.all('body').map(({ attribs }) => attribs.onload?.replace(/^\s*javascript:/i, '') ?? '');
  const target = scriptRedirect(...scripts, ...onLoad);
  return target !== null && hasRedirectPageLength(page) ? toAbsoluteUrl(target, page.base) : null;
}

const isScriptType = (type: string | undefined): boolean =>
  !type || /^\s*(?:module|(?:text|application)\/(?:java|ecma)script)\s*$/i.test(type);

const hasRedirectPageLength = (page: ParsedPage): boolean =>
  (blockText(page.all('body')[0] ?? page.root, { shown: true }).match(/[\p{L}\p{N}]+/gu)?.length ?? 0) <=
  maxRedirectPageWords;
