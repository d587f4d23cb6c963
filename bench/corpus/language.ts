import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { blockText } from '../../src/utility/pages/article/block-text.ts';
import { detectLanguage } from '../../src/utility/pages/language/detect.ts';
import { parsePage } from '../../src/utility/pages/parsed-page.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';
import { expectedOf } from './url-metadata.ts';

/** The language of a page's text: the one that it declares, in the pages of readability and url-metadata. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? (await import('./peers/eld.ts')).languageByEld : undefined;
  const tally = new Tally();
  for (const { file, lang } of pagesIn(corpora)) {
    const page = parsePage({
      bytes: readFileSync(file),
      contentType: 'text/html; charset=utf-8',
      url: 'http://a.test/',
      hash: file,
    });
    const text = blockText(page.all('body')[0] ?? page.root, { shown: true });
    if (text === '') continue;
    const got = detectLanguage(text);
    tally.case(got === lang, () => `${file}: ${got}, declared ${lang}`);
    if (peer) tally.peer('eld (small)', peer(text) === lang);
  }
  return [tally.score('language of the text', 0.9)];
}

function pagesIn(corpora: string): { file: string; lang: string }[] {
  const namesIn = (set: string) =>
    readdirSync(path.join(corpora, set)).map((name) => path.join(corpora, set, name));
  const articles = namesIn('readability').map((dir) => ({
    file: path.join(dir, 'source.html'),
    lang: JSON.parse(readFileSync(path.join(dir, 'expected-metadata.json'), 'utf8')).lang as string | null,
  }));
  const pages = namesIn('url-metadata').map((dir) => ({
    file: path.join(dir, 'input.html'),
    lang: expectedOf(readFileSync(path.join(dir, 'expected.md'), 'utf8')).lang,
  }));
  return [...articles, ...pages].flatMap(({ file, lang }) =>
    lang ? [{ file, lang: lang.split(/[-_]/)[0]!.toLowerCase() }] : [],
  );
}
