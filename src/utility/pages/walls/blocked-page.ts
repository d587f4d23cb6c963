import { Refusal } from '../../../platform/http/refusal.ts';
import { skillErrors } from '../../catalogue/errors.ts';
import type { FetchedResponse } from '../fetched-response.ts';
import type { Blocked } from './blocked.ts';
import {
  ageTitles,
  bodyMarks,
  challengePath,
  challengeTitles,
  consentTitles,
  errorOutput,
  errorTitles,
  headerMarks,
  memberTitles,
  parkedMarks,
  waitingHosts,
  waitingTitles,
} from './blocked-signs.ts';
import { isConsentWall } from './consent-wall.ts';
import { isErrorTrace } from './error-trace.ts';
import {
  asksForAccount,
  isLogin,
  isLoginChoice,
  isSolePasswordForm,
  onlySpeaksOfLogin,
  passwordField,
  postsToProvider,
} from './login-wall.ts';
import { makerPage } from './maker-page.ts';
import { namedWallKind } from './named-wall.ts';
import { toPageParts } from './page-parts.ts';
import { shownStatements } from './shown-statements.ts';
import { countVisibleWords } from './visible-words.ts';
import { conceptsIn } from './wall-concepts.ts';
import { isNamedLikeError, isSurelyPage, modelledKind } from './wall-model.ts';
import { missingBody } from './wall-names.ts';
import { isAboutElse, isNamedInPath, type Statements, wallKind } from './wall-wording.ts';

/** Challenges and walls carry their marks at the start; a real page may quote one further down. */
const searchedChars = 64 * 1_024;
/** Walls are shorter, with their styles and scripts. */
const maxWallBytes = 4 * searchedChars;
/** A page with more words than this is real content, whatever its title. */
const maxWallWords = 320;
/** A page with at most this many words and a captcha is nothing but the captcha. */
const fewWords = 20;
/** With fewer words than this outside its frame, a page is judged by its frame as well. */
const minContentWords = 20;
/** A page with so many posts is a discussion, whatever it is about. */
const minPosts = 2;
/** Walls that their markup calls an article are shorter. */
const minArticleWords = 25;
/** A page with a captcha and more words may have a subject of its own. */
const maxCaptchaWords = 60;
/** No page of a site has the title of a challenge with so many words. */
const sureTitleWords = 4;
/** Firewalls also refuse with 405, 406 and 418. */
const refusedStatuses = new Set([401, 402, 403, 405, 406, 407, 418, 429, 451, 999]);
/** Other failures than these hold no page of the site. */
const missingStatuses = new Set([404, 410]);

/** Detects a challenge, a wall or an error page in place of the requested page; null if it is a page. */
export function blockedBy(answer: FetchedResponse, asked: string | URL): Blocked | null {
  const start = answer.body.subarray(0, searchedChars).toString('utf8');
  const header = headerMarks.find(({ header, value }) => value.test(answer.header(header)));
  const failed = answer.status >= 400;
  if (header && (failed || header.always)) return { kind: 'challenge', by: header.by };
  const html = /html|^$/.test(answer.mediaType);
  const title = html ? extractTitle(start) : '';
  const whole = html && answer.body.length <= maxWallBytes ? answer.body.toString('utf8') : start;
  const words = html ? countVisibleWords(whole) : 0;
  const short = html && answer.body.length <= maxWallBytes && words <= maxWallWords;
  const mark =
    html && (short || failed)
      ? bodyMarks.find(({ sign, onForms }) => (!onForms || words <= fewWords) && sign.test(start))
      : undefined;
  const parts = short ? toPageParts(whole) : null;
  const statements = parts
    ? shownStatements(parts.contentWords >= minContentWords ? parts.content : whole, title)
    : null;
  if (parts && parts.postCount >= minPosts && !failed && !missingBody.test(start)) return null;
  const isArticle = parts !== null && parts.articleWords >= minArticleWords;
  // A page about a challenge quotes it, and a page with a form may carry one.
  if (mark && !(statements && !failed && isSurelyPage(whole, statements)))
    return { kind: 'challenge', by: mark.by };
  if (short && isSentToChallenge(answer.url, asked)) return { kind: 'challenge', by: null };
  const isSubject =
    statements !== null && isNamedInPath(statements, URL.parse(String(asked))?.pathname ?? '/');
  const headings = statements && !isSubject ? [title, extractHeading(start)] : [];
  if (
    statements &&
    headings.some((each) => isSureTitle(each) && challengeTitles.test(each)) &&
    !isSurelyPage(whole, statements)
  )
    return { kind: 'challenge', by: null };
  const ownHeadings = statements && !isAboutElse(statements) ? headings : [];
  const says = (...signs: readonly RegExp[]) =>
    ownHeadings.some((each) => signs.some((sign) => sign.test(each)));
  if (says(challengeTitles, waitingTitles)) return { kind: 'challenge', by: null };
  if (refusedStatuses.has(answer.status)) {
    return { kind: answer.status === 401 ? 'login' : 'refused', by: null };
  }
  if (failed && !missingStatuses.has(answer.status)) return { kind: 'error', by: null };
  if (says(ageTitles)) return { kind: 'consent', by: null };
  if (html && isConsent(answer.url, asked, title, ownHeadings.length > 0))
    return { kind: 'consent', by: null };
  if (!isArticle && says(memberTitles)) return { kind: 'login', by: null };
  if (html && isLogin(answer.url, asked, title, start)) return { kind: 'login', by: null };
  if (failed || !statements || !parts) return null;
  if (errorOutput.test(plainText(statements)) || isErrorTrace(statements)) return { kind: 'error', by: null };
  if (words <= fewWords && postsToProvider.test(whole)) return { kind: 'login', by: null };
  if (isSubject && answer.url === String(asked)) return null;
  const fromMaker = makerPage(statements);
  // The beginning of an article above the offer to subscribe is its content.
  const isOwnText = isArticle && fromMaker?.by === null;
  if (
    fromMaker &&
    !isOwnText &&
    (fromMaker.kind === 'consent' || !isSurelyPage(whole, statements, fromMaker.by !== null))
  )
    return fromMaker;
  // An app that asks to wait, or for consent, shows its page once its scripts have run.
  const isApp = words <= fewWords && mountPoint.test(whole);
  const named = isApp ? null : namedWallKind(parts);
  if (named) return { kind: named, by: null };
  const isOwnSubject = words > maxCaptchaWords && !fromMaker?.by && isSurelyPage(whole, statements);
  if (isSoleCaptcha(whole, parts.fieldCount, plainText(statements)) && !isArticle && !isOwnSubject)
    return { kind: 'challenge', by: null };
  if (missingBody.test(start)) return { kind: 'error', by: null };
  if (!isApp && isConsentWall(whole, statements) && !isSurelyPage(whole, statements))
    return { kind: 'consent', by: null };
  if (isLoginChoice(asked, whole, statements, parts)) return { kind: 'login', by: null };
  if (isSolePasswordForm(asked, start, statements, parts)) return { kind: 'login', by: null };
  const hasCode = code.test(whole);
  if (
    (says(errorTitles) &&
      !(isArticle && isSurelyPage(whole, statements)) &&
      !(hasCode && isSurelyPage(whole, statements)) &&
      !(
        isNamedOnce(ownHeadings) &&
        (isNamedLikeError(whole, statements) || isSurelyPage(whole, statements))
      )) ||
    (ownHeadings.length > 0 && parkedMarks.test(start))
  )
    return { kind: 'error', by: null };
  if (words === 0 && (reloads.test(whole) || soleScript.test(whole))) return { kind: 'challenge', by: null };
  // Pages with code explain something.
  const isPage = (isApp && isEmptyMount(whole, words)) || hasCode;
  const kind = isPage ? null : wordedKind(whole, statements, asked, isArticle);
  if (isApp && kind === 'consent') return null;
  if (kind === 'challenge' && awaitsScript(whole, plainText(statements))) return null;
  if (kind === 'login' && (asksForAccount(asked) || onlySpeaksOfLogin(whole, words))) return null;
  return kind && { kind, by: null };
}

/** By the wording, if the trained model does not rule it out, or by the model alone. */
function wordedKind(
  html: string,
  statements: Statements,
  asked: string | URL,
  isArticle: boolean,
): Blocked['kind'] | null {
  const modelled = modelledKind(html, statements, isArticle);
  if (modelled === 'page') return null;
  const worded = wallKind(statements);
  // The front page of a site may show the form to log in to it.
  const isFrontPage = URL.parse(String(asked))?.pathname === '/';
  if (!worded && modelled === 'login' && isFrontPage && passwordField.test(html)) return null;
  return worded ?? modelled;
}

/** Throws the error for a blocked page, the same for all skills; the caller is not charged for it. */
export function refuseBlockedPage(answer: FetchedResponse, asked: string | URL): void {
  const blocked = blockedBy(answer, asked);
  if (!blocked) return;
  const { kind, by } = blocked;
  throw new Refusal(
    skillErrors.blocked,
    `The site answered with ${texts[kind]}${by ? ` (${by})` : ''}, not with the page; status ${answer.status}`,
    'Nothing was charged. Ask for a page that is open to programs, or read this one in a browser.',
    {},
    {
      access: 'blocked',
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

const texts: Record<Blocked['kind'], string> = {
  challenge: 'a challenge for visitors',
  consent: 'a consent page',
  login: 'a login page',
  refused: 'a refusal',
  error: 'an error page',
};

/** Sent somewhere else to prove something, or to wait. */
function isSentToChallenge(final: string, asked: string | URL): boolean {
  const [to, from] = [URL.parse(final), URL.parse(String(asked))];
  if (!to || !from || to.href === from.href) return false;
  if (waitingHosts.test(to.hostname) && !waitingHosts.test(from.hostname)) return true;
  return challengePath.test(to.pathname) && !challengePath.test(from.pathname);
}

function isConsent(final: string, asked: string | URL, title: string, short: boolean): boolean {
  const [to, from] = [URL.parse(final), URL.parse(String(asked))];
  const moved = to !== null && from !== null && to.hostname !== from.hostname;
  if (moved && /^(?:consent|guce|cmp|myprivacy|privacy-?gate)\./.test(to.hostname)) return true;
  if (
    to !== null &&
    from !== null &&
    to.pathname !== from.pathname &&
    /\/(?:consent(?:-[\w-]*)?|zustimmung|toestemming|privacy-?(?:wall|gate|center)[\w-]*|cookie-?wall|cookie-consent)(?:\/|$)/i.test(
      to.pathname,
    )
  ) {
    return !/consent|cookie|privacy/i.test(from.pathname);
  }
  return short && consentTitles.test(title);
}

/** Whether a title, without the name of its site, is too long to be the name of something else. */
const isSureTitle = (title: string): boolean =>
  (title.split(/\s[|–—-]\s/u, 1)[0] ?? '').split(/\s+/).length >= sureTitleWords;

/** Code, and not the number of an incident. */
const code = /<pre\b|<code\b[^<>]{0,200}>[^<]{0,200}[\s(){}=/._-][^<]/i;

/** Error pages say the same in their title and their heading. */
const isNamedOnce = (ownHeadings: readonly string[]): boolean =>
  ownHeadings.some((each) => each !== '' && !errorTitles.test(each));

/** Nothing but a script below two random identifiers, which serves the page once it has run. */
const soleScript = /<script\b[^>]{0,200}\bsrc="\/[\da-f-]{36}\/[\da-f-]{36}\/\w+\.js/;
const mountPoint = /<(?:div|main)\b[^<>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|react-root)["'\s>]/i;
/** Fewer words than this in an app are its name or a note that it loads. */
const minAppWords = 6;
const isEmptyMount = (html: string, words: number): boolean => words < minAppWords || emptyMount.test(html);
const emptyMount =
  /<(?:div|main)\b[^<>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|react-root)["'\s][^<>]{0,200}>\s*<\/|<(?:div|main)\b[^<>]{0,200}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|react-root)["']?>\s*<\//i;
/** An empty place for what a script draws, and a note that it needs scripts: an app, not a check of its visitor. */
const awaitsScript = (html: string, text: string): boolean =>
  emptyPlace.test(html) &&
  /javascript/i.test(text) &&
  !conceptsIn(text).some((name) => name !== null && checks.has(name));
const checks = new Set(['verify', 'human', 'cookie', 'security', 'blocked']);
const emptyPlace = /<(div|main|section)\b[^<>]{0,200}\bid\s*=[^<>]{1,200}>\s*<\/\1>/i;
/** A captcha with no other field, on a page that speaks of what it is for: it guards the page and not a form. */
const isSoleCaptcha = (html: string, fieldCount: number, text: string): boolean =>
  fieldCount === 0 && captchaWidget.test(html) && conceptsIn(text).includes('human');
const captchaWidget =
  /\bclass\s*=\s*["'](?:[^"']*\s)?(?:cf-turnstile|g-recaptcha|h-captcha|frc-captcha|smart-captcha)[\s"']/i;
/** Sets a cookie and loads the page again. */
const reloads = /document\.cookie\s*=[\s\S]{0,300}\blocation\b[^;]{0,40}(?:reload|replace|=)/;
const plainText = ({ headings, body }: Statements) => [...headings, ...body].join(' ').trim();

export const extractTitle = (html: string): string =>
  toPlainText(/<title\b[^>]{0,200}>([^<]{0,300})/i.exec(html)?.[1] ?? '');

/** The first heading: custom walls often keep the site's title. */
export const extractHeading = (html: string): string =>
  toPlainText(
    (/<h1\b[^>]{0,500}>([\s\S]{0,300}?)<\/h1/i.exec(fromShownHeading(html))?.[1] ?? '').replaceAll(
      /<[^<>]*>?/g,
      ' ',
    ),
  );

/** From the first heading on that is shown with scripts: what an app says to those without is not its heading. */
function fromShownHeading(html: string): string {
  const lower = html.toLowerCase();
  const at = lower.indexOf('<h1');
  const inNoscript = at > 0 && lower.lastIndexOf('<noscript', at) > lower.lastIndexOf('</noscript', at);
  return inNoscript ? html.slice(Math.max(at, lower.indexOf('</noscript', at))) : html;
}

const toPlainText = (text: string): string =>
  text
    .replaceAll(/&#?\w{1,8};/g, (each) => entities[each] ?? each)
    .replaceAll(/\s+/g, ' ')
    .trim();
const entities: Record<string, string> = {
  '&hellip;': '…',
  '&#8230;': '…',
  '&#39;': "'",
  '&rsquo;': '’',
  '&amp;': '&',
  '&#x27;': "'",
};
