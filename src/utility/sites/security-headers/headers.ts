import { gradeContentPolicy } from './content-policy.ts';
import { type HeaderFinding, headerValues, type Visit } from './seen-response.ts';

const firstValue = (visit: Visit, name: string, chars: number): string | null =>
  headerValues(visit.main, name)[0]?.slice(0, chars) || null;

const splitTokens = (value: string): string[] => value.split(',').map((each) => each.trim().toLowerCase());

export function gradeContentTypeOptions(visit: Visit): HeaderFinding {
  const value = firstValue(visit, 'x-content-type-options', 256);
  if (value === null) return { result: 'x-content-type-options-not-implemented', value };
  // By the Fetch standard the first of several values counts.
  const right = splitTokens(value)[0] === 'nosniff';
  return { result: `x-content-type-options-${right ? 'nosniff' : 'header-invalid'}`, value };
}

export function gradeFrameOptions(visit: Visit): HeaderFinding {
  const value = firstValue(visit, 'x-frame-options', 1_024);
  const ancestors = gradeContentPolicy(visit).policy?.get('frame-ancestors');
  if (ancestors)
    return {
      result: 'x-frame-options-implemented-via-csp',
      value: `frame-ancestors ${[...ancestors].join(' ')}`,
    };
  if (value === null) return { result: 'x-frame-options-not-implemented', value };
  // By the HTML standard, several values of which one is known forbid all framing.
  const options = splitTokens(value);
  if (options.includes('deny') || options.includes('sameorigin'))
    return { result: 'x-frame-options-sameorigin-or-deny', value };
  const from = options[0]?.startsWith('allow-from') === true;
  return { result: `x-frame-options-${from ? 'allow-from-origin' : 'header-invalid'}`, value };
}

const private_ = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const open = new Set(['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade']);

/** The last valid policy counts; the page's meta element comes after the header. */
export function gradeReferrerPolicy(visit: Visit): HeaderFinding {
  const sent = [
    ...headerValues(visit.main, 'referrer-policy'),
    ...(visit.page?.referrer ? [visit.page.referrer] : []),
  ];
  if (sent.length === 0) return { result: 'referrer-policy-not-implemented', value: null };
  const value = sent.join(', ').slice(0, 1_024);
  const known = value
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .findLast((each) => private_.has(each) || open.has(each));
  if (known === undefined) return { result: 'referrer-policy-header-invalid', value };
  return { result: `referrer-policy-${private_.has(known) ? 'private' : 'unsafe'}`, value };
}

/** By the Fetch standard several headers are joined by commas to one value, which is invalid: browsers ignore it. */
export function gradeResourcePolicy(visit: Visit): HeaderFinding {
  const value = headerValues(visit.main, 'cross-origin-resource-policy').join(', ').slice(0, 256) || null;
  if (value === null) return { result: 'corp-not-implemented', value };
  const policy = value.trim().toLowerCase();
  const known = ['same-site', 'same-origin', 'cross-origin'].includes(policy);
  return { result: known ? `corp-implemented-with-${policy}` : 'corp-header-invalid', value };
}

/**
 * An item of RFC 8941: a case-sensitive token and parameters. An invalid parameter makes the whole item
 * invalid.
 */
const item =
  /^ *([A-Za-z*][\w!#$%&'*+.^`|~:/-]*)(?:; *[a-z*][a-z0-9_.*-]*(?:=(?:"(?:[ !#-[\]-~]|\\["\\])*"|-?\d{1,15}(?:\.\d{1,3})?|\?[01]|:[A-Za-z0-9+/=]*:|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*))?)* *$/;

function tokenPolicy(visit: Visit, header: string, short: string, known: readonly string[]): HeaderFinding {
  const values = headerValues(visit.main, header);
  const value = values.join(', ').slice(0, 1_024).trim() || null;
  if (value === null) return { result: `${short}-not-implemented`, value };
  const token = values.length === 1 ? item.exec(value)?.[1] : undefined;
  return {
    result: token && known.includes(token) ? `${short}-implemented-with-${token}` : `${short}-header-invalid`,
    value,
  };
}

export const gradeOpenerPolicy = (visit: Visit): HeaderFinding =>
  tokenPolicy(visit, 'cross-origin-opener-policy', 'coop', [
    'same-origin',
    'same-origin-allow-popups',
    'noopener-allow-popups',
    'unsafe-none',
  ]);

export const gradeEmbedderPolicy = (visit: Visit): HeaderFinding =>
  tokenPolicy(visit, 'cross-origin-embedder-policy', 'coep', [
    'require-corp',
    'credentialless',
    'unsafe-none',
  ]);

export function gradeResourceSharing({ cors, corsOrigin }: Visit): HeaderFinding {
  const allowed = cors && headerValues(cors, 'access-control-allow-origin')[0];
  if (!allowed) return { result: 'cross-origin-resource-sharing-not-implemented', value: null };
  const value = allowed.slice(0, 256).trim();
  const credentials =
    headerValues(cors, 'access-control-allow-credentials')[0]?.trim().toLowerCase() === 'true';
  const access =
    value === '*' ? 'public' : allowed === corsOrigin && credentials ? 'universal' : 'restricted';
  return { result: `cross-origin-resource-sharing-implemented-with-${access}-access`, value };
}
