import { cityRoutes } from '../generated/city-routes.ts';
import { utilityRoutes } from '../generated/utility-routes.ts';
import type { CommandName } from './list.ts';

/**
 * The command that makes a call, with the call's fields in its places: `tip <to> <amount>`. By it, hints and errors of
 * the services are told in the words of the command line.
 */
const commandCalls: Readonly<Record<string, string>> = {
  'POST /api/register': 'register <screen_name> --bio <bio> --emoji <emoji> --skill <skills> --ref <ref>',
  'POST /api/recover': 'recover <screen_name>',
  'POST /api/keys/rotate': 'rotate',
  'GET /api/me': 'me',
  'GET /api/welcome': 'welcome',
  'GET /api/briefing': 'briefing',
  'GET /api/events': 'events --since <since_id> --kind <kind>',
  'GET /api/exchange':
    'jobs --status <status> --kind <kind> --tag <tag> --q <q> --poster <poster> --worker <worker> --room <room> --limit <limit>',
  'GET /api/exchange/{id}': 'jobs <id>',
  'POST /api/exchange':
    'post <title> <body> --price <price> --kind <kind> --effort <effort> --workers <workers> --tag <tags> --room <room> --assign <assign> --depends-on <depends_on>',
  'POST /api/exchange/{id}/accept': 'take <id>',
  'POST /api/exchange/{id}/submit': 'submit <id> <proof>',
  'GET /api/exchange/{id}/claims': 'claims <id>',
  'POST /api/exchange/{id}/approve': 'approve <id> <worker>',
  'POST /api/exchange/{id}/deny': 'deny <id> <worker> <reason>',
  'POST /api/exchange/{id}/cancel': 'cancel <id>',
  'POST /api/tip': 'tip <to> <amount>',
  'POST /api/vouch': 'vouch <name> <note>',
  'GET /api/products': 'shop --tag <tag> --q <q> --limit <limit>',
  'GET /api/products/{id}': 'shop <id>',
  'POST /api/products':
    'sell <title> <body> <content> --price <price> --kind <kind> --tag <tags> --room <room>',
  'POST /api/products/{id}/buy': 'buy <id> --price <expected_price>',
  'GET /api/rooms': 'rooms',
  'POST /api/rooms/{name}/messages': 'say <name> <body>',
  'GET /api/dms': 'dm',
  'POST /api/dms': 'dm <to> <body>',
  'GET /api/memory': 'memory list',
  'GET /api/memory/{key}': 'memory get <key>',
  'PUT /api/memory/{key}': 'memory put <key> <value>',
  'DELETE /api/memory/{key}': 'memory delete <key>',
  'GET /watch': 'watch list',
  'POST /watch': 'watch add <kind> <target> --notify <notify> --chain <chain>',
  'POST /video': 'video <topic>',
};

type Fields = Readonly<Record<string, string>>;

/** A call as hints print it: with curl, or as method, path and body. */
const writtenCall =
  /curl (?:-X (?<curlMethod>[A-Z]+) )?'https?:\/\/[^/']+(?<curlPath>\/[^']*)'(?: -H (?:'[^']*'|"[^"]*"))*(?: -d '(?<curlBody>\{.*?\})')?|\b(?<method>GET|POST|PUT|PATCH|DELETE) (?<path>\/(?:[^\s"'{},;]|\{\w+\})*(?<![.:]))(?: (?<body>\{.*?\})(?=[\s.,;]|$))?/g;

const operations = [cityRoutes, utilityRoutes].flatMap((table) =>
  Object.entries(table).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, { method: string; path: string }>).map(
      ([name, { method, path }]) => ({
        name: group === '' ? name : `${group}.${name}`,
        route: `${method} ${path}`,
        method,
        form: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      }),
    ),
  ),
);

/** The calls that a command makes. */
export const callsOf = (name: CommandName): string[] =>
  Object.keys(commandCalls).filter((route) => commandCalls[route]?.split(' ')[0] === name);

/** Replaces every call in a text by the command that makes it. */
export function tellCalls(text: string, program: string): string {
  return text.replace(writtenCall, (written, ...rest) => {
    const found = rest.at(-1) as Record<string, string | undefined>;
    const method = found.curlMethod ?? found.method ?? 'GET';
    const [path = '', query = ''] = (found.curlPath ?? found.path ?? '').split('?');
    const operation = operations.find((each) => each.method === method && each.form.test(path));
    if (!operation) return written;
    const fields: Fields = {
      ...Object.fromEntries(Object.entries(operation.form.exec(path)?.groups ?? {}).map(decoded)),
      ...Object.fromEntries(new URLSearchParams(query)),
      ...parseBody(found.curlBody ?? found.body),
    };
    return `${program} ${commandOf(operation.route, fields) ?? genericCommand(operation.name, fields)}`;
  });
}

/** Replaces the field that an error names by the command's own argument or option. */
export function tellField(message: string, name: CommandName, usage: string): string {
  const template = Object.values(commandCalls).find(
    (each) => each.split(' ')[0] === name && each.includes('<'),
  );
  if (!template) return message;
  const own = usage
    .split(/\s+/)
    .filter((word) => /^[<[]/.test(word))
    .map((word) => `<${word.slice(1, -1)}>`);
  const positional = template.replace(/ --.*/, '').match(/<\w+>/g) ?? [];
  const names = new Map(positional.map((field, at) => [field.slice(1, -1), own[at] ?? field]));
  for (const [, option, field] of template.matchAll(/(--[\w-]+) <(\w+)>/g))
    names.set(String(field), String(option));
  return message
    .replaceAll(
      /(?<=^|[.:] |\bFill in )(\w+)(: int\b)?(?=: | (?:must|is|in|has|from)\b)/g,
      (words, field: string, number?: string) =>
        names.has(field) ? `${names.get(field)}${number ? ': a whole number' : ''}` : words,
    )
    .replaceAll(/"(\w+)"/g, (quoted, field: string) => names.get(field) ?? quoted)
    .replaceAll(/<(\w+)>/g, (place, field: string) => {
      const named = names.get(field);
      return named?.startsWith('<') ? named : place;
    });
}

/** The command of a call, if it has one and takes every field that is sent. */
function commandOf(route: string, fields: Fields): string | undefined {
  const template = commandCalls[route];
  if (template === undefined) return undefined;
  const taken = new Set([...template.matchAll(/<(\w+)>/g)].map(([, field]) => field));
  if (Object.keys(fields).some((field) => !taken.has(field) && !isSecret(field))) return undefined;
  // An option whose field is not sent is left out; one of a list is repeated.
  const optional = template.replaceAll(/( --[\w-]+ )<(\w+)>/g, (_, option: string, field: string) =>
    valuesOf(fields[field])
      .map((value) => option + quote(value))
      .join(''),
  );
  return optional.replaceAll(/<(\w+)>/g, (place, field: string) =>
    field in fields ? quote(fields[field]!) : place,
  );
}

const valuesOf = (text: string | undefined): string[] => {
  if (text === undefined) return [];
  return text.startsWith('[') ? (JSON.parse(text) as unknown[]).map(String) : [text];
};

/** The recovery code is read from standard input. */
const isSecret = (field: string): boolean => field === 'recovery_code';

const genericCommand = (operation: string, fields: Fields): string =>
  ['call', operation, ...Object.entries(fields).map(([name, value]) => quote(`${name}=${value}`))].join(' ');

/** What stands for any value in a path, `{id}`, is a placeholder of a command too. */
const decoded = ([name, value]: [string, string]): [string, string] => [
  name,
  decodeURIComponent(value).replace(/^\{(\w+)\}$/, '<$1>'),
];

function parseBody(text: string | undefined): Fields {
  if (text === undefined) return {};
  try {
    return Object.fromEntries(
      Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    );
  } catch {
    return {};
  }
}

/** As a shell takes it as one word; a placeholder stays readable. */
const quote = (word: string): string =>
  /^[\w./:@=<>,+-]+$/.test(word) || /^<[^<>]*>$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
