import { loginHosts, loginPath, loginTitle } from './blocked-signs.ts';
import type { PageParts } from './page-parts.ts';
import { conceptsIn } from './wall-concepts.ts';
import { hasForeignText, type Statements } from './wall-wording.ts';

/** Help on an account has more words than this. */
const fewWords = 20;
/** A page with a login among other things has more words beside it. */
const maxLoginWords = 30;
/** Pages that explain ways to log in have more words. */
const maxChoiceWords = 60;

/** A requested login page is a page; a login page in place of another page is a wall. */
export function isLogin(final: string, asked: string | URL, title: string, html: string): boolean {
  const [to, from] = [URL.parse(final), URL.parse(String(asked))];
  if (!to || !from || loginPath.test(from.pathname) || loginHosts.test(from.hostname)) return false;
  const password = passwordField.test(html);
  const moved = to.href !== from.href;
  // The form of a WordPress page that only a password shows.
  if (password && /wp-login\.php\?action=postpass/.test(html)) return true;
  if (moved && (loginHosts.test(to.hostname) || /^\/authwall(?:\/|$)/.test(to.pathname))) return true;
  if (moved && loginPath.test(to.pathname)) return password || loginTitle.test(title);
  return password && loginTitle.test(title) && from.pathname !== '/';
}

export const passwordField = /<input\b[^>]{0,500}\btype\s*=\s*["']?password\b/i;
const offersLogin =
  /<(?:form|input|button)\b|<a\b[^>]{0,500}\bhref\s*=\s*["']?[^"'>]{0,300}(?:log-?in|sign-?in|auth|account|konto|subscri|abo|register|join|member)/i;
/** Help on an account, which has neither a form nor a link to log in. */
export const onlySpeaksOfLogin = (html: string, words: number): boolean =>
  words > fewWords && !offersLogin.test(html) && !linksToLogin(html);

/** Whether a link below the navigation says that it leads to a login or to a subscription. */
const linksToLogin = (html: string): boolean =>
  [...html.matchAll(/<a\b[^<>]{0,1000}>([^<]{2,60})<\/a/gi)].some(([, text = '']) =>
    conceptsIn(text).some((name) => name === 'login' || name === 'subscribe' || name === 'register'),
  );

/** Paths of pages that ask for a new or another password. */
const accountPath = /\/(?:register|registration|sign-?up|join|account|profile|reset|forgot|users?\/new)\b/i;

/** A page that shows hardly more than a form with a password, at an address that is not its front page. */
export function isSolePasswordForm(
  asked: string | URL,
  html: string,
  statements: Statements,
  parts: PageParts,
): boolean {
  if (isFrontOrAccount(asked) || !passwordField.test(html)) return false;
  if (!hasForeignText(statements)) return true;
  const isNamed = statements.headings.some((each) =>
    conceptsIn(each).some((name) => name === 'login' || name === 'account' || name === 'password'),
  );
  return isNamed && parts.hasPassword && parts.contentWords <= maxLoginWords;
}

/** Services that identify the visitors of other sites, and the words by which a page lets choose among them. */
const identityService =
  /bank-?id|mitid|nemlog-?in|freja|eidas|\bspid\b|cl@ve|suomi\.fi|itsme|digid|franceconnect|shibboleth|saml|openid|\bidp|identita|login-?methods|wayf|adfs|seamlessaccess|openathens|bank id|id\.gov\./i;

/** A page that calls itself a login and lets its visitor choose how to be identified. */
export function isLoginChoice(
  asked: string | URL,
  html: string,
  { headings }: Statements,
  { contentWords, articleWords, fieldCount }: PageParts,
): boolean {
  if (isFrontOrAccount(asked) || contentWords > maxChoiceWords || articleWords > 0) return false;
  const named = headings.map((each) => conceptsIn(each));
  const isHelp = named.some((names) => names.includes('explain'));
  return (
    !isHelp &&
    named.filter((names) => names.includes('login') || (fieldCount > 0 && names.includes('institution')))
      .length >= 2 &&
    identityService.test(html)
  );
}

const isFrontOrAccount = (asked: string | URL): boolean =>
  (URL.parse(String(asked))?.pathname ?? '/') === '/' || asksForAccount(asked);

/** Whether a page to log in, to register or to change a password was asked for. */
export function asksForAccount(asked: string | URL): boolean {
  const from = URL.parse(String(asked));
  if (!from) return false;
  return loginPath.test(from.pathname) || loginHosts.test(from.hostname) || accountPath.test(from.pathname);
}

/** A form that sends its visitor to an identity provider by itself. */
export const postsToProvider =
  /<input\b[^<>]{0,200}\bname\s*=\s*["']?(?:SAMLRequest|SAMLResponse|wresult)\b/i;
