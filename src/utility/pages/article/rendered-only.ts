import type { ParsedPage } from '../parsed-page.ts';
import { blockText } from './block-text.ts';

/** A page with more words than this has content of its own. */
const maxUnrenderedWords = 25;
const roots =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|main-app|application|mount|q-app|ember-app|app-root)$/i;

/**
 * Whether a page is empty until its scripts have run: it has scripts, hardly any words, and a mount point.
 */
export function isRenderedOnly(page: ParsedPage): boolean {
  if (page.all('script').length === 0) return false;
  const [body] = page.all('body');
  const words = blockText(body ?? page.root, { shown: true }).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words > maxUnrenderedWords) return false;
  const asksForScripts = page.all('noscript').some((each) => /javascript|scripts?/i.test(blockText(each)));
  const mounts = [...page.all('div'), ...page.all('main')].some(({ attribs }) =>
    roots.test(attribs.id ?? ''),
  );
  const custom = page.all('app-root').length > 0;
  return asksForScripts || mounts || custom || words === 0;
}
