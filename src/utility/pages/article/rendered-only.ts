import { isTag, isText } from 'domhandler';
import type { ParsedPage } from '../parsed-page.ts';
import { squeeze, walk } from '../tree.ts';
import { blockText } from './block-text.ts';

/** A page with more words has content without its scripts. */
const maxUnrenderedWords = 25;
const roots =
  /^(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|main-app|application|mount|q-app|ember-app|app-root)$/i;
/** Maximum length of a message that asks the reader to enable scripts or to wait. */
const maxMessageWords = 9;
/** Elements around the content of a page, and elements that are not displayed. */
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
/** Placeholders that an app displays until it runs. */
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

/** The content of a page without the header, navigation and footer of its site. */
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
