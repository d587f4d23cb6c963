import assert from 'node:assert/strict';

/** A call as printed in a hint. */
export interface PrintedCall {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The calls in a text, written as `METHOD /path {body}`. */
export function callsIn(text: string): PrintedCall[] {
  const printed = text.matchAll(/\b(GET|POST|PATCH|PUT|DELETE) (\/[^\s,;]*[^\s,;.:])(?: (\{[^}]*\}))?/g);
  return [...printed].map(([, method, path, body]) => ({
    method: method!,
    path: path!,
    body: body === undefined ? undefined : JSON.parse(body),
  }));
}

export interface Command {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly data: string | undefined;
  /** Names of the files that it sends as a form. */
  readonly files: string[];
}

/** Parses a curl line as a shell and curl do, with the few options that we print; anything else throws. */
export function readCurl(line: string, env: Record<string, string>): Command {
  const [program, ...words] = shellWords(line, env);
  assert.equal(program, 'curl', line);
  let [method, url, data]: (string | undefined)[] = [];
  const headers: Record<string, string> = {};
  const files: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    if (!word.startsWith('-')) {
      assert.equal(url, undefined, `two addresses: ${line}`);
      url = word;
      continue;
    }
    const value = words[++at];
    assert.ok(value !== undefined, `${word} has no value: ${line}`);
    if (word === '-X') method = value;
    else if (word === '-d') data = value;
    else if (word === '-H')
      headers[value.slice(0, value.indexOf(':')).toLowerCase()] = value.slice(value.indexOf(':') + 1).trim();
    else if (word === '-F') files.push(/^file=@(.+)$/.exec(value)?.[1] ?? assert.fail(line));
    else assert.fail(`${word} is not printed by us: ${line}`);
  }
  assert.ok(url, `no address: ${line}`);
  return {
    method: method ?? (data === undefined && files.length === 0 ? 'GET' : 'POST'),
    url,
    headers,
    data,
    files,
  };
}

/** Splits shell words by the POSIX rules: 'verbatim', "with $NAMES", and \' outside of both. */
function shellWords(line: string, env: Record<string, string>): string[] {
  const words: string[] = [];
  let word: string | undefined;
  const pieces = line.matchAll(/'([^']*)'|"([^"]*)"|\\(.)|(\s+)|([^\s'"\\]+)/g);
  for (const [, exact, quoted, escaped, space, plain] of pieces) {
    if (space !== undefined) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    const said = quoted?.replaceAll(/\$(\w+)/g, (_, name: string) => env[name] ?? assert.fail(`$${name}?`));
    word = (word ?? '') + (exact ?? said ?? escaped ?? plain ?? '');
  }
  return word === undefined ? words : [...words, word];
}

/** A body with its placeholders filled in as an agent does: the first of several words, the number that is named, or a text. */
export function fillPlaceholders(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fillPlaceholders);
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillPlaceholders(each)]));
  const [, open] = (typeof value === 'string' && /^<(.+)>$/.exec(value)) || [];
  if (open === undefined) return value;
  const number = /^\d+/.exec(open)?.[0];
  if (number !== undefined) return Number(number);
  const [first = '', ...others] = open.split('|');
  if (others.length === 0) return 'https://example.com/what-was-asked';
  return first === 'true' ? true : first;
}
