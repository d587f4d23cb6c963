import { type HeaderFinding, headerValues, type SeenResponse, type Visit } from './seen-response.ts';

/** Half a year is 15,768,000 seconds; many sites use this rounded value for it. */
const halfYearS = 15_552_000;

export function gradeStrictTransport({ https, httpsUntrusted, host, preloaded }: Visit): HeaderFinding {
  const answer = https?.at(-1);
  if ((answer || httpsUntrusted) && preloaded(host))
    return { result: 'hsts-preloaded', value: answer ? hstsHeader(answer) : null };
  if (httpsUntrusted) return { result: 'hsts-invalid-cert', value: null };
  if (!answer) return { result: 'hsts-not-implemented-no-https', value: null };
  const value = hstsHeader(answer);
  if (value === null) return { result: 'hsts-not-implemented', value };
  const ages = value
    .split(';')
    .map((each) => each.trim().toLowerCase())
    .filter((each) => each.startsWith('max-age='));
  const age = ages.length > 0 ? Number.parseInt(ages.at(-1)!.slice(8, 128), 10) : null;
  if (age === null || value.includes(',')) return { result: 'hsts-header-invalid', value };
  const result = age < halfYearS ? 'less-than' : 'at-least';
  return { result: `hsts-implemented-max-age-${result}-six-months`, value };
}

const hstsHeader = (answer: SeenResponse): string | null =>
  headerValues(answer, 'strict-transport-security')[0]?.slice(0, 1_024) ?? null;

export function gradeRedirection({ http, httpUntrusted, preloaded }: Visit): HeaderFinding {
  if (httpUntrusted) return { result: 'redirection-invalid-cert', value: null };
  if (!http) return { result: 'redirection-not-needed-no-http', value: null };
  const route = http.map(({ url }) => url);
  const [first, second] = route;
  const value = route
    .map(({ href }) => href)
    .join(' → ')
    .slice(0, 4_096);
  const result = () => {
    if (route.every(({ hostname }) => preloaded(hostname))) return 'redirection-all-redirects-preloaded';
    if (!first || !second) return 'redirection-missing';
    if (route.at(-1)!.protocol !== 'https:') return 'redirection-not-to-https';
    if (second.protocol === 'http:') return 'redirection-not-to-https-on-initial-redirection';
    return first.hostname !== second.hostname ? 'redirection-off-host-from-http' : 'redirection-to-https';
  };
  return { result: result(), value };
}
