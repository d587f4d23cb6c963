import { isTag, isText } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, walk } from '../tree.ts';
import { blockText } from './block-text.ts';

/** A page with more words than this has content of its own. */
const maxUnrenderedWords = 25;
const roots =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|main-app|application|mount|q-app|ember-app|app-root)$/i;
/** A request to turn scripts on, or to wait, is shorter than this. */
const maxMessageWords = 9;
/** What surrounds the content of a page, and what is not shown. */
const frame = new Set(['header', 'nav', 'footer', 'script', 'style', 'noscript', 'template', 'head']);
const contentTags = new Set([
  'img',
  'picture',
  'video',
  'audio',
  'iframe',
  'object',
  'embed',
  'form',
  'table',
]);
/** What an app shows until it runs, in place of its content. */
const loading =
  /^(?:(?:loading|please wait|wird geladen|bitte warten|chargement(?: en cours)?|cargando|caricamento(?: in corso)?|carregando|laden|wczytywanie|ładowanie|загрузка|yükleniyor|laddar|indlæser|読み込み中|加载中|載入中|로딩 ?중)[\s.,…!]*)*$/iu;
const asksForScripts =
  /javascript.{0,60}(?:required|disabled|aktiv|activ|attiv|habilit|необходим|включ)|(?:enable|requires?|needs?|aktivier\w*|activ\w*|attiv\w*|habilit\w*|включите).{0,60}javascript/i;

/**
 * Whether a page is empty until its scripts have run: it has scripts, hardly any words, and a mount point, or
 * nothing between its header and its footer.
 */
export function isRenderedOnly(page: ParsedPage): boolean {
  if (page.all('script').length === 0) return false;
  const [body] = page.all('body');
  const words = blockText(body ?? page.root, { shown: true }).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  if (words > maxUnrenderedWords) return false;
  if (words === 0) return true;
  const mounts = [...page.all('div'), ...page.all('main')].filter(({ attribs }) =>
    roots.test(attribs.id ?? ''),
  );
  if ([...mounts, ...page.all('app-root')].some((each) => loading.test(squeeze(blockText(each)))))
    return true;
  const { text, hasContent } = readContent(page);
  if ((text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) > maxMessageWords) return false;
  if (page.all('noscript').some((each) => /javascript|scripts?/i.test(blockText(each)))) return true;
  return !hasContent && (loading.test(text) || asksForScripts.test(text));
}

/** The content of a page without the frame that its site puts around every page. */
function readContent(page: ParsedPage): { text: string; hasContent: boolean } {
  const texts: string[] = [];
  let hasContent = false;
  walk(page.all('body')[0] ?? page.root, (node) => {
    if (isText(node)) texts.push(node.data);
    if (!isTag(node)) return true;
    hasContent ||= contentTags.has(node.name);
    return !frame.has(node.name);
  });
  return { text: squeeze(texts.join(' ')), hasContent };
}
