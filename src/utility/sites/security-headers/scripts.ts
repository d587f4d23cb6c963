import { getDomain } from 'tldts';
import { type HeaderFinding, headerValues, type Visit } from './seen-response.ts';

/** From least to most severe. */
const resultsBySeverity = [
  'sri-implemented-but-external-scripts-not-loaded-securely',
  'sri-not-implemented-but-external-scripts-loaded-securely',
  'sri-not-implemented-and-external-scripts-not-loaded-securely',
];

/** Whether scripts from other origins have an integrity hash and load over https. */
export function gradeSubresourceIntegrity({ main, page, host }: Visit): HeaderFinding {
  const type = headerValues(main, 'content-type')[0]?.split(';')[0]?.trim() ?? '';
  if (!page) {
    const empty = type === '' || /html/i.test(type);
    return {
      result: `sri-not-implemented-${empty ? 'but-no-scripts-loaded' : 'response-not-html'}`,
      value: null,
    };
  }
  if (page.scripts.length === 0) return { result: 'sri-not-implemented-but-no-scripts-loaded', value: null };
  const faults = new Set<string>();
  const foreign: string[] = [];
  let own = false;
  for (const { src, integrity } of page.scripts) {
    if (!src) continue;
    const absolute = /^https?:\/\//i.test(src);
    const shared = src.startsWith('//');
    const secure = absolute ? /^https:/i.test(src) : !shared && main.url.protocol === 'https:';
    const sameSite = absolute ? getDomain(src) === getDomain(host) : !shared;
    if (sameSite) {
      own ||= Boolean(integrity) && secure;
      continue;
    }
    foreign.push(src);
    if (integrity && !secure) faults.add(resultsBySeverity[0]!);
    else if (!integrity) faults.add(secure ? resultsBySeverity[1]! : resultsBySeverity[2]!);
  }
  const value = foreign.join(' ').slice(0, 2_048) || null;
  const worst = resultsBySeverity.findLast((each) => faults.has(each));
  if (worst) return { result: worst, value };
  if (own) return { result: 'sri-implemented-and-all-scripts-loaded-securely', value };
  return {
    result:
      foreign.length > 0
        ? 'sri-implemented-and-external-scripts-loaded-securely'
        : 'sri-not-implemented-but-all-scripts-loaded-from-secure-origin',
    value,
  };
}
