import type { Block } from './block.ts';

/** Class names and ids that mark a part of a page as something other than the article. */
const captionMarks =
  /\b(?:figure|figcaption)\b|(?:image|img|photo|picture|media|wp|gallery)[-_]{0,2}(?:caption|credit|copyright|source)|\bcaption\b|caption-text|\bcredits?\b/;
const foreignMarks =
  /\b(?:related|recommended|newsletter|subscribe|subscription|promo|social|share|sharing|breadcrumbs?|byline|dateline|timestamp|author-?(?:bio|box|info|card)|about-?(?:the-)?author|disclaimer|copyright|tags?-?list|post-?tags|entry-?(?:meta|footer|tags)|read-?more|see-?also|sidebar|comments?|rollover|tooltip|popup|modal|cookie|advert\w*|sponsor\w*|outbrain|taboola|nav|menu|toolbar|footnote-?nav|article-?(?:meta|footer|tags)|story-?(?:meta|tags)|most-?(?:read|popular)|trending|jp-relatedposts|sharedaddy)(?:\b|[-_])/;
const photoLine =
  /^(?:\(?(?:image|photo|picture|credit|foto|bild)s?(?: (?:copyright|caption|credit|source|by|courtesy|illustration))?(?: by)?\s?[:©]|image (?:copyright|caption)\b|©|\(?image: ©|photo (?:by|illustration)\b)|^(?:[\w.’' -]{2,40}\s?[|/]\s?)*(?:getty images|reuters|afp|associated press|shutterstock|istock|bloomberg)(?:\s?[|/]\s?[\w .]{2,30})*$|\((?:image|photo|credit|ap photo)\b[^)]{0,80}\)$|credit: [^.]{2,60}$/i;
const invitation =
  /^(?:[^\w]{0,3})(?:(?:click|tap) here (?:to|for)|get (?:the .{0,60}(?:app|newsletter|inbox)|.{0,40}on the go)|sign up (?:for|to|here)|subscribe (?:to|now|here)|follow (?:us|me|.{2,40} (?:on|at) (?:twitter|facebook|instagram|x)\b)|(?:also |see |read |find out |learn )more\b|read (?:also|next|the full|this)|also read|see also|don[’']t miss|you may (?:also )?(?:like|be interested)|you might (?:also )?like|more (?:from|on|stories)|related (?:articles?|stories|news|coverage|content|posts?|topics?|links?)|recommended(?: for you| stories| reading)?$|continue reading|story continues|article continues|advertisement|advert$|anzeige$|publicidade?$|iklan$|share this|filed under|tags?:|topics?:|source:|have a (?:news )?tip|view (?:author|comments)|about the author|skip to|sign in$|log in$|copyright\b|all rights reserved|this (?:post|article|page|document) (?:may contain|contains|is subject to|was originally)|citation:|enlarge image|image \d+ of|\d+ of \d+$|tempo de leitura|reading time|\d+ min(?:ute)?s? read|this (?:website|site) uses cookies|we use cookies|if you enjoyed this|join our|need more\b.{0,40}subscribe|this slideshow requires|loading\b.{0,20}$|jump to (?:the )?recipe|print (?:this )?recipe|back to top|(?:trending|popular|latest|highlights|comments?|caption|close|share|subscribe)$)/i;
/** A line with only a date or a byline. */
const metaLine =
  /^(?:published|updated|posted|last (?:updated|modified)|by [\p{Lu}]|von [\p{Lu}]|por [\p{Lu}]|par [\p{Lu}]|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day,)/iu;
const labelled =
  /^(?:related|more|read|see|watch|also|mehr|lesen sie|lees (?:ook|meer)|zie ook|(?:à )?lire aussi|à lire|voir aussi|te puede interesar|ver también|veja também|czytaj (?:też|także)|leia (?:também|mais)|lea también|leggi anche|siehe auch|читайте также)\b[^.]{0,20}:/i;
/** An offer to those who have not paid for the rest. */
const offer =
  /already (?:a (?:subscriber|member)|have an? (?:account|subscription))|(?:get|for) unlimited (?:digital )?access|subscribe to (?:continue|keep|unlock|read)|bereits abonnent|déjà abonné|ya (?:eres|soy) suscriptor|già abbonat|al abonnee|já é assinante/i;
/** Who edited it, as Chinese and Japanese newsrooms sign. */
const editorLine =
  /^[（(【[]?(?:责任编辑|責任編輯|编辑|編輯|责编|校对|記者|关联阅读|相关阅读|関連記事)[】\]]?\s?[:：]?/;
const allCaps = /^[^\p{Ll}]{12,}$/u;
const sentenceEnd = /[.!?…。！？:;"”’)»]$/;

interface MeasuredBlock {
  readonly block: Block;
  readonly words: number;
  readonly linked: number;
}

/**
 * The blocks that belong to the article. Readability finds where the article is; this removes what newsrooms
 * put inside it (captions, related links, calls to subscribe, bylines, menus).
 */
export function articleBlocks(blocks: readonly Block[], title: string): Block[] {
  const judged = blocks.map((block) => ({
    block,
    words: countWords(block.text),
    linked: block.text.length === 0 ? 0 : block.linkChars / block.text.length,
  }));
  const total = sumWords(judged);
  const pointers = total > 150 ? findLinkRuns(judged) : new Set<MeasuredBlock>();
  const own = judged.filter((each) => !pointers.has(each) && !isForeign(each, total));
  const body = removesMost(judged, own) ? judged : own;
  const first = body.findIndex((each) => isProse(each));
  if (first < 0) return body.map(({ block }) => block);
  const last = body.findLastIndex((each) => isProse(each));
  const between = body
    .filter((each, at) => {
      if (at < first) return isLead(body, at, first, title);
      if (at > last) return !isTail(each);
      return true;
    })
    .filter((_, at, all) => !isOrphan(all, at));
  // On a page of formulas or short lines, text may be far from its first paragraph.
  return (removesMost(body, between) ? body : between).map(({ block }) => block);
}

/** Rules that would remove most of a page have misjudged it. */
const removesMost = (all: readonly MeasuredBlock[], kept: readonly MeasuredBlock[]): boolean =>
  sumWords(kept) < sumWords(all) * 0.4;

const sumWords = (blocks: readonly MeasuredBlock[]): number =>
  blocks.reduce((sum, { words }) => sum + words, 0);

/** Three or more consecutive lines, or a whole list, that are only links to other pages. */
function findLinkRuns(judged: readonly MeasuredBlock[]): Set<MeasuredBlock> {
  const found = new Set<MeasuredBlock>();
  const isPointer = ({ block, linked }: MeasuredBlock) =>
    linked > 0.9 && block.kind !== 'row' && block.kind !== 'heading';
  for (const items of Map.groupBy(judged, ({ block }) => block.list)) {
    const [list, blocks] = items;
    if (list !== 0 && blocks.length >= 2 && blocks.every(isPointer))
      for (const each of blocks) found.add(each);
  }
  let run: MeasuredBlock[] = [];
  for (const each of [...judged, null]) {
    if (each && isPointer(each)) run.push(each);
    else {
      if (run.length >= 3) for (const one of run) found.add(one);
      run = [];
    }
  }
  return found;
}

const countWords = (text: string): number =>
  (text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0) +
  (text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu)?.length ?? 0) / 2;

const isProse = ({ block, words, linked }: MeasuredBlock): boolean =>
  words >= 12 && linked < 0.5 && block.kind !== 'heading' && (sentenceEnd.test(block.text) || words >= 25);

function isForeign({ block, words, linked }: MeasuredBlock, total: number): boolean {
  const { text, marks, kind } = block;
  if (kind === 'code' || kind === 'row' || text === '') return false;
  if (captionMarks.test(marks) && words < 80) return true;
  if (photoLine.test(text) && words < 30) return true;
  if (foreignMarks.test(marks) && words < Math.max(40, total * 0.2)) return true;
  if (words < 40 && (invitation.test(text) || offer.test(text))) return true;
  if (words < 12 && editorLine.test(text)) return true;
  if (words < 12 && metaLine.test(text) && !/[.!?]$/.test(text)) return true;
  if (linked > 0.4 && labelled.test(text)) return true;
  if (words < 6 && /^https?:\/\/\S+$/.test(text)) return true;
  // A paragraph that is a single link points to another article.
  return (
    linked > 0.95 &&
    words >= 6 &&
    kind !== 'heading' &&
    (allCaps.test(text) || !/[.!?]$/.test(text)) &&
    total > 150
  );
}

/**
 * Of the blocks before the first paragraph, a lead and the heading directly above it belong to the article.
 */
function isLead(body: readonly MeasuredBlock[], at: number, first: number, title: string): boolean {
  const each = body[at];
  if (!each) return false;
  const { block, words, linked } = each;
  if (block.text === '') return true;
  if (isSameText(block.text, title)) return false;
  if (block.kind === 'heading') return at === first - 1 || body[at + 1]?.block.kind === 'item';
  if (block.kind === 'row' || block.kind === 'code') return true;
  if (linked >= 0.5) return false;
  if (block.kind === 'item') return linked < 0.3 && words >= 3;
  return (words >= 8 && sentenceEnd.test(block.text)) || isListing(body, at, first);
}

const listingLines = 5;

/** One of many consecutive lines without links: a list written without list tags. */
function isListing(body: readonly MeasuredBlock[], at: number, first: number): boolean {
  const isLine = (each: MeasuredBlock | undefined) =>
    each !== undefined && each.linked < 0.3 && each.block.kind === 'text';
  let from = at;
  let to = at;
  while (from > 0 && isLine(body[from - 1])) from -= 1;
  while (to + 1 < first && isLine(body[to + 1])) to += 1;
  const run = body.slice(from, to + 1);
  const words = run.reduce((sum, each) => sum + each.words, 0);
  return run.length >= listingLines && words / run.length >= 3.5;
}

/** After the last paragraph: links to other pages, labels and signatures. */
const isTail = ({ block, words, linked }: MeasuredBlock): boolean =>
  linked > 0.5 || (words < 4 && block.text !== '' && block.kind === 'text' && !sentenceEnd.test(block.text));

/** A heading with no content below it. */
function isOrphan(all: readonly MeasuredBlock[], at: number): boolean {
  return all[at]?.block.kind === 'heading' && at === all.length - 1;
}

const isSameText = (left: string, right: string): boolean => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return plain(left) !== '' && plain(left) === plain(right);
};
