import type { BoundRoute } from './route.ts';

type Params = Readonly<Record<string, string | number>>;
type Described = Pick<BoundRoute, 'method' | 'path' | 'auth' | 'example'>;

/** A curl line that makes the call, as people paste it; of the very thing that was called, where `params` name one. */
export function exampleCurl(route: Described, baseUrl: string, params: Params = {}): string {
  const words = ['curl'];
  if (route.method !== 'GET') words.push('-X', route.method);
  words.push(shellQuote(baseUrl + examplePath(route, params)));
  if (route.auth !== 'none' && !route.auth.endsWith('?'))
    words.push('-H', '"authorization: Bearer $API_KEY"');
  if (route.example?.body) {
    words.push(
      '-H',
      "'content-type: application/json'",
      '-d',
      shellQuote(JSON.stringify(route.example.body)),
    );
  }
  return words.join(' ');
}

function examplePath(route: Pick<BoundRoute, 'path' | 'example'>, given: Params): string {
  const params: Params = { ...route.example?.params, ...given };
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? name),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(route.example?.query ?? {})) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

const shellQuote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
