import type { BoundRoute } from './route.ts';

type Params = Readonly<Record<string, string | number>>;
type Described = Pick<BoundRoute, 'method' | 'path' | 'auth' | 'example'>;

/** A curl command for the example call, ready to paste. */
export function exampleCurl(route: Described, baseUrl: string): string {
  return formatCurl(route, baseUrl + examplePath(route), route.example?.body);
}

/** A curl command for a call of a route. */
export function formatCurl(
  route: { readonly method: string; readonly auth: string },
  url: string,
  body: Readonly<Record<string, unknown>> | undefined,
  headers: Readonly<Record<string, string>> = {},
): string {
  const words = ['curl'];
  if (route.method !== 'GET') words.push('-X', route.method);
  words.push(shellQuote(url));
  if (route.auth !== 'none' && !route.auth.endsWith('?'))
    words.push('-H', '"authorization: Bearer $API_KEY"');
  for (const [name, value] of Object.entries(headers)) words.push('-H', shellQuote(`${name}: ${value}`));
  if (body) words.push('-H', "'content-type: application/json'", '-d', shellQuote(JSON.stringify(body)));
  return words.join(' ');
}

function examplePath(route: Pick<BoundRoute, 'path' | 'example'>): string {
  const params: Params = route.example?.params ?? {};
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(route.example?.query ?? {})) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
