import { collectJsonLdObjects } from '../metadata/json-ld-objects.ts';
import type { ParsedPage } from '../parsed-page.ts';
import { type Block, plainBlock } from './block.ts';

const minChars = 200;
/** The declared text must be this many times as long as what the page shows. */
const minRatio = 3;

/** The article as its JSON-LD declares it, for a page that shows little of it without scripts; undefined if it shows it. */
export function declaredBody(page: ParsedPage, shown: readonly Block[]): Block[] | undefined {
  const chars = shown.reduce((sum, { text }) => sum + text.length, 0);
  const body = collectJsonLdObjects(page)
    .map(({ articleBody }) => articleBody)
    .find((each) => typeof each === 'string' && each.length >= minChars);
  if (typeof body !== 'string' || body.length < chars * minRatio || body.includes('</')) return undefined;
  return body
    .split(/\n+/)
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map(plainBlock);
}
