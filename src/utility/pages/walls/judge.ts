import { Refusal } from '../../../platform/http/refusal.ts';
import { STATUS_CODES } from '../../../platform/node-http.ts';
import { skillErrors } from '../../catalogue/errors.ts';
import type { PageAccess } from '../../catalogue/params.ts';
import type { FetchedResponse } from '../fetched-response.ts';
import {
  accountPath,
  addressesReader,
  captchaWidget,
  filler,
  headerSigns,
  type Kind,
  marks,
  type Place,
  phrases,
  places,
  programOutput,
} from './signs.ts';
import { countWords, quoted, readVisiblePage, type VisiblePage } from './visible-page.ts';

/** What came in answer to a request for a page. */
export interface Judgement {
  readonly access: PageAccess | 'blocked';
  readonly kind: Exclude<Kind, 'missing'> | null;
  /** The product that blocked the request, if it can be recognised. */
  readonly by: string | null;
  /** How a page says of itself that it does not exist, which those with suggestions do in their title; else null. */
  readonly missing: string | null;
}

const searchedBytes = 256 * 1_024;
/** Plain text of at most this length may be the message of a server. */
const maxMessageBytes = 300;
/** A page with more words is content, even if the code of a product is on it. */
const maxMarkedWords = 160;
/** With at most so many words there is nothing to read. */
const emptyWords = 6;
const fewWords = 25;
/** Scripts that are all of a page are short. */
const maxSoleScriptChars = 16 * 1_024;
/** A form to log in to another site has fewer. */
const maxLoginWords = 80;

/** Firewalls also refuse with 405, 406 and 418. */
const refusedStatuses = new Set([401, 402, 403, 405, 406, 407, 418, 429, 451, 999]);
const missingStatuses = new Set([404, 410]);

const open: Judgement = { access: 'open', kind: null, by: null, missing: null };
const blocked = (kind: Kind, by: string | null = null): Judgement => toJudgement('blocked', kind, by);

function toJudgement(
  access: Judgement['access'],
  kind: Kind,
  by: string | null,
  missing: string | null = null,
): Judgement {
  return { access, kind: kind === 'missing' ? 'error' : kind, by, missing };
}

/** Judges whether a response is the requested page. */
export function judgePage(answer: FetchedResponse, asked: string | URL): Judgement {
  const { status } = answer;
  const failed = status >= 400;
  const header = headerSigns.find(
    ({ header, value, always }) => (failed || always) && value.test(answer.header(header)),
  );
  if (header) return blocked('challenge', header.by);
  const read = toVisiblePage(answer);
  const page = read?.isLong ? null : read;
  const mark = page && findMark(page, failed);
  if (mark) return blocked('challenge', mark.by);
  const place = page && sentTo(answer.url, asked);
  if (place === 'challenge' || place === 'consent') return blocked(place);
  const wording = page && judgeWording(page, asked);
  if (failed) {
    if (wording?.isNamed && wording.kind === 'challenge') return blocked('challenge');
    if (missingStatuses.has(status)) return open;
    return blocked(status === 401 ? 'login' : refusedStatuses.has(status) ? 'refused' : 'error');
  }
  const asPage = { ...open, missing: read && missingTitle(read.title, asked) };
  if (!page) return asPage;
  const { password, newPassword, text } = page.fields;
  const asksForLogin = password === 1 && newPassword === 0 && text <= 2;
  if (place === 'login' && page.words <= maxLoginWords) return blocked('login');
  if (programOutput.test(page.lines.join(' ').replaceAll(quoted, ''))) return blocked('error');
  if (captchaWidget.test(page.code) && text === 0 && page.words <= fewWords)
    return toJudgement(
      page.words <= emptyWords || wording?.kind === 'challenge' ? 'blocked' : 'uncertain',
      'challenge',
      null,
    );
  if (isRenderedOnly(page) && !wording?.isNamed) return { ...open, access: 'rendered_only' };
  if (wording)
    return toJudgement(
      wording.isSure ? 'blocked' : 'uncertain',
      wording.kind,
      null,
      wording.kind === 'missing' && wording.isSure ? wording.says : asPage.missing,
    );
  if (asksForLogin && page.words <= fewWords && !asksForAccount(asked))
    return toJudgement('uncertain', 'login', null);
  return asPage;
}

/** The wall that came in place of a page; null if it may be the page. */
export function blockedBy(
  answer: FetchedResponse,
  asked: string | URL,
): (Judgement & { readonly kind: NonNullable<Judgement['kind']> }) | null {
  const { kind, ...judgement } = judgePage(answer, asked);
  return judgement.access === 'blocked' && kind ? { ...judgement, kind } : null;
}

/** Throws the error for a blocked page, the same for all skills; the caller is not charged for it. */
export function requirePage(answer: FetchedResponse, asked: string | URL): PageAccess {
  const { access, kind, by } = judgePage(answer, asked);
  if (access !== 'blocked') return access;
  throw new Refusal(
    skillErrors.blocked,
    `The site answered with ${texts[kind ?? 'error']}${by ? ` (${by})` : ''}, not with the page; status ${answer.status}`,
    'Nothing was charged. Ask for a page that is open to programs, or read this one in a browser.',
    {},
    {
      access,
      kind,
      by,
      status: answer.status,
      url: String(asked),
      final_url: answer.url,
      content_type: answer.mediaType || null,
      server: answer.header('server') || null,
      retry_after: answer.header('retry-after') || null,
    },
  );
}

const texts: Record<NonNullable<Judgement['kind']>, string> = {
  challenge: 'a challenge for visitors',
  consent: 'a consent page',
  login: 'a login page',
  refused: 'a refusal',
  error: 'an error page',
};

/** Why a response with a success status is still not a page (a soft 404); null if it is one. */
export function missingReason(answer: FetchedResponse, asked: URL): string | null {
  if (answer.status >= 300) return null;
  const { missing } = judgePage(answer, asked);
  if (missing !== null)
    return `It returned status ${answer.status} and a page that says "${missing.slice(0, 80)}".`;
  const final = new URL(answer.url);
  const isDeepPath = asked.pathname.replace(/\/$/, '').split('/').length > 2;
  const isFrontPage = final.pathname === '/' && final.search === '';
  return isFrontPage && isDeepPath && final.href !== asked.href
    ? 'It redirects to the front page of the site: the page no longer exists.'
    : null;
}

/** Nothing but scripts, the place where they draw, and a note that they load or are needed. */
function isRenderedOnly({
  words,
  linkWords,
  hasScripts,
  hasMedia,
  fields,
  code,
  lines,
  withoutScripts,
}: VisiblePage): boolean {
  if (!hasScripts || hasMedia || fields.text > 0) return false;
  if (words + linkWords === 0) return true;
  const isNote = lines.every((line) => loading.test(line) || asksForScripts.test(line));
  return (
    words <= maxNoteWords &&
    (isNote ||
      (mount.test(code) && words <= emptyWords) ||
      (words <= emptyWords && /javascript|scripts?\b/i.test(withoutScripts)))
  );
}

const maxNoteWords = 12;
const mount =
  /^id="(?:root|app|__next|__nuxt|___gatsby|svelte|react-root|main-app|application|mount|q-app|ember-app|app-root)"$/im;
const loading =
  /^(?:loading|please wait|wird geladen|bitte warten|chargement|cargando|caricamento|carregando|laden|wczytywanie|ładowanie|загрузка|yükleniyor|laddar|indlæser|読み込み中|加载中|載入中|로딩 ?중)/iu;
const asksForScripts = /javascript|java ?script/i;

function toVisiblePage({ body, mediaType }: FetchedResponse): VisiblePage | null {
  if (/html|^$/.test(mediaType)) return readVisiblePage(body.toString('utf8', 0, searchedBytes));
  return mediaType === 'text/plain' && body.length <= maxMessageBytes
    ? readVisiblePage(body.toString('utf8').replaceAll('<', '&lt;'))
    : null;
}

function findMark(page: VisiblePage, failed: boolean) {
  if (page.words > maxMarkedWords && !failed) return undefined;
  const isEmpty = page.words + page.linkWords === 0 && !page.hasCard;
  const start = page.code.slice(0, maxSoleScriptChars);
  return marks.find(({ code, empty }) => (empty ? isEmpty && code.test(start) : code.test(page.code)));
}

/** Where a visitor was sent instead of what was asked for. */
function sentTo(final: string, asked: string | URL): Place | null {
  const [to, from] = [URL.parse(final), URL.parse(String(asked))];
  if (!to || !from || to.href === from.href) return null;
  const isAt = (url: URL, { host, path }: { host: RegExp; path: RegExp }) =>
    host.test(url.hostname) || path.test(url.pathname);
  return places.find((place) => isAt(to, place) && !isAt(from, place))?.kind ?? null;
}

/** Whether a page with a password was asked for: one to log in, to register or to change it. */
function asksForAccount(asked: string | URL): boolean {
  const from = URL.parse(String(asked));
  const login = places.find(({ kind }) => kind === 'login');
  return (
    !from ||
    from.pathname === '/' ||
    accountPath.test(from.pathname) ||
    login?.path.test(from.pathname) === true ||
    login?.host.test(from.hostname) === true
  );
}

interface Wording {
  readonly kind: Kind;
  /** In its title or in a heading, and not only in its text. */
  readonly isNamed: boolean;
  readonly isSure: boolean;
  readonly says: string;
}

/** From this share of its words on, a title or a heading is what a wall is called. */
const namedShare = 0.75;
/** From this share on, a sentence says what walls say; from the smaller one if it speaks to its reader. */
const saidShare = 0.6;
const addressedShare = 0.3;
/** How many words beside those of a wall the page may have. */
const residue = {
  /** If only its name tells, as that of an error page of a server does. */
  named: 1,
  error: 3,
  /** If title and heading name it in different words. */
  twice: 16,
  /** If its text says so too. */
  supported: 40,
  /** If only its text says so, to its reader or not. */
  said: 12,
  bare: 2,
  /** What is too much for a wall, and still little for a page. */
  doubtful: 25,
  /** What the markup calls an article. */
  article: 12,
};

/**
 * What the page says to its visitor in place of content. A wall says hardly anything else: what remains without the
 * sentences of walls decides, not the sentences.
 */
function judgeWording(page: VisiblePage, asked: string | URL): Wording | null {
  const path = URL.parse(String(asked))?.pathname ?? '/';
  const parts = [...new Set([...titleParts(page.title), ...page.headings].map(normalize))].filter(
    (each) => each !== '',
  );
  if (parts.some((each) => isSubject(each, path))) return null;
  const named = parts.map((part) => ({ part, ...phraseIn(part) })).filter(({ share }) => share >= namedShare);
  const lines = page.lines.length > 0 ? page.lines : [page.withoutScripts];
  const said = lines.flatMap((line) =>
    line.startsWith(quoted)
      ? [{ sentence: line, kind: null, share: 0, rest: own(line), isAddressed: false }]
      : sentences(line).map(statement),
  );
  const rest = said.reduce((sum, each) => sum + (isSaid(each) ? 0 : each.rest), 0);
  if (page.articleWords > residue.article && rest > residue.article) return null;
  const isForm = page.fields.text + page.fields.newPassword >= 2;
  const further = said.filter((each) => isSaid(each) && !parts.includes(each.sentence));
  const [first] = named;
  if (first?.kind) {
    const isError = first.kind === 'missing' || first.kind === 'error';
    if (isForm && !isError && further.length === 0) return null;
    const names = new Set(named.map(({ part }) => part.replaceAll(/[^\p{L}]+/gu, ' ').trim()));
    const limit = Math.max(
      isError ? residue.error : residue.named,
      names.size > 1 ? residue.twice : 0,
      further.length > 0 ? residue.supported : 0,
    );
    if (rest > Math.max(limit, residue.doubtful)) return null;
    return { kind: first.kind, isNamed: true, isSure: rest <= limit, says: first.part };
  }
  const spoken = further.find(({ kind }) => kind !== 'consent');
  if (!spoken?.kind || isForm || rest > residue.doubtful) return null;
  const speaksToReader = spoken.kind !== 'error' && further.some(({ isAddressed }) => isAddressed);
  const isSure = rest <= (speaksToReader ? residue.said : residue.bare) && page.words > 2 * rest;
  return { kind: spoken.kind, isNamed: false, isSure, says: spoken.sentence };
}

/** A title that says in a sentence that there is no page: sites have suggestions and their news below it. */
function missingTitle(title: string, asked: string | URL): string | null {
  const path = URL.parse(String(asked))?.pathname ?? '/';
  const says = titleParts(title)
    .map(normalize)
    .filter((part) => countWords(part) >= minTitleWords)
    .find((part) => {
      const { kind, share } = phraseIn(part);
      return kind === 'missing' && share >= namedShare && !isSubject(part, path);
    });
  return says ?? null;
}

const minTitleWords = 2;

interface Statement {
  readonly sentence: string;
  readonly kind: Kind | null;
  /** The share of its words that phrases of walls cover, and the number of the others; filler words do not count. */
  readonly share: number;
  readonly rest: number;
  readonly isAddressed: boolean;
}

const statement = (sentence: string): Statement => ({
  sentence,
  ...phraseIn(sentence),
  isAddressed: addressesReader.test(sentence),
});
/** A sentence says what its phrases say if it says hardly anything else, or says it to its reader. */
const isSaid = ({ kind, share, isAddressed }: Statement): boolean =>
  kind !== null && share >= (isAddressed ? addressedShare : saidShare);

const titleParts = (title: string): string[] => [title, ...title.split(/\s[|–—·•»›-]\s|\s:\s|›/u)];
const normalize = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[’‘ʼ`]/g, "'")
    .replace(/^[\s.,:;!…-]+|[\s.,:;!…-]+$/gu, '');
const sentences = (line: string): string[] =>
  line
    .split(/(?<=[.!?…])\s|(?<=[。！？])/u)
    .map(normalize)
    .filter((each) => each !== '');
const quotedPhrase = /["“„«「][^"”“»」]*["”“»」]/gu;

/** The kind of the phrases in a sentence, and the share of its words that they cover; filler words do not count. */
function phraseIn(sentence: string): { kind: Kind | null; share: number; rest: number } {
  const code = sentence.length > maxSentenceChars ? null : errorCode.exec(sentence);
  if (code) return { kind: kindOfStatus(Number(code[1])), share: 1, rest: 0 };
  const total = own(sentence);
  if (total === 0 || sentence.length > maxSentenceChars) return { kind: null, share: 0, rest: total };
  let remainder = sentence.replaceAll(quotedPhrase, (each) =>
    each.length > sentence.length * namedShare ? each : '\u0001'.repeat(each.length),
  );
  let best: { kind: Kind | null; length: number } = { kind: null, length: 0 };
  for (const { kind, patterns } of phrases) {
    let length = 0;
    for (const each of patterns) {
      remainder = remainder.replaceAll(each, (match) => {
        length += match.length;
        return ' ';
      });
    }
    if (length > best.length) best = { kind, length };
  }
  const rest = own(remainder);
  return { kind: best.kind, share: 1 - rest / total, rest };
}

const maxSentenceChars = 400;
/** Number of words that tell something: neither filler nor numbers and identifiers. */
const own = (text: string): number =>
  countWords(
    text.replaceAll(/[\p{L}\p{N}'._-]+/gu, (each) => (filler.has(each) || /\d/.test(each) ? ' ' : each)),
  );

const kindOfStatus = (status: number): Kind => {
  if (missingStatuses.has(status)) return 'missing';
  return refusedStatuses.has(status) ? 'refused' : 'error';
};

/** A status of HTTP with at most its own name: "404", "Error 404: Not Found", "503 Service Temporarily Unavailable". */
const reasons = Object.values(STATUS_CODES).map((each) =>
  (each ?? '').toLowerCase().replaceAll(/[^a-z ]/g, '.?'),
);
const errorCode = new RegExp(
  `^(?:\\W|error|http|https|status|code|oops|page|fehler|erreur|errore|erro|fout|błąd|ошибка)*([45]\\d\\d)(?:${[...reasons, 'error', 'page', 'not[ _]found', 'service temporarily unavailable', 'gateway time-?out'].join('|')}|\\W)*$`,
  'u',
);

/** Whether the address says that this is what the page is about. */
function isSubject(part: string, path: string): boolean {
  const code = /\b[45]\d\d\b/.exec(part)?.[0];
  const slug = path.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  if (code) return slug.includes(code);
  const words = part.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length > 1 && words.every((each) => slug.includes(each));
}
