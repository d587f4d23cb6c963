import { cloudflareChallenges } from './cloudflare-challenges.ts';
import { consents } from './consents.ts';
import { failures } from './failures.ts';
import { logins } from './logins.ts';
import { productChallenges } from './product-challenges.ts';
import { refusals } from './refusals.ts';
import type { Served } from './served-page.ts';
import { siteChallenges } from './site-challenges.ts';

const prefixed = (prefix: string, pages: Readonly<Record<string, Served>>) =>
  Object.entries(pages).map(([name, page]) => [`${prefix}: ${name}`, page] as const);

/** Pages returned in place of the requested one, as their makers write them (shortened). */
export const blockedPages: ReadonlyMap<string, Served> = new Map([
  ...prefixed('challenge', cloudflareChallenges),
  ...prefixed('product challenge', productChallenges),
  ...prefixed('site challenge', siteChallenges),
  ...prefixed('refused', refusals),
  ...prefixed('consent', consents),
  ...prefixed('login', logins),
  ...prefixed('error', failures),
]);
