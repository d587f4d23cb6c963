import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { blockText } from '../../../src/utility/pages/article/block-text.ts';
import { parseTree } from '../../../src/utility/pages/tree.ts';

/** Readability in its most common setup without a browser. */
export const readabilityArticle = (html: string) =>
  new Readability(parseHTML(html).document as never).parse();

/** Its HTML is converted to text in the same way as the expected HTML. */
export const readabilityText = (content: string | null | undefined): string =>
  content ? blockText(parseTree(content).root) : '';
