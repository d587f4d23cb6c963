import { isPlaceholder } from './placeholder.ts';

/** A kind with a distinctive infix, whose surroundings are matched by two patterns. */
interface InfixKind {
  readonly name: string;
  readonly infix: string;
  /** Maximum characters of the credential before the infix. */
  readonly back: number;
  readonly before: RegExp;
  readonly after: RegExp;
  readonly isReal?: (before: string) => boolean;
}

const kinds: readonly InfixKind[] = [
  {
    name: 'an Azure client secret',
    infix: 'Q~',
    back: 5,
    before: /(?<![A-Za-z0-9_~.-])[A-Za-z0-9_~.-]{3}\d$/,
    after: /[A-Za-z0-9_~.-]{31,34}(?![A-Za-z0-9_~-])/y,
  },
  {
    name: 'an Azure storage key',
    infix: 'AccountKey=',
    back: 1,
    before: /$/,
    after: /[A-Za-z0-9+/]{86}==/y,
  },
  {
    name: 'an Azure service bus key',
    infix: 'SharedAccessKey=',
    back: 1,
    before: /$/,
    after: /[A-Za-z0-9+/]{42,86}={1,2}/y,
  },
  {
    name: 'an Azure SAS token',
    infix: 'sig=',
    back: 500,
    before: /[?&]s(?:v|e|p|r)=[^\s"'<>]{1,480}&$/,
    after: /(?:[A-Za-z0-9_-]|%2[BbFf]|[+/]){43}(?:=|%3[Dd])?/y,
  },
  {
    name: 'a Terraform Cloud token',
    infix: '.atlasv1.',
    back: 15,
    before: /(?<![A-Za-z0-9])[A-Za-z0-9]{14}$/,
    after: /[A-Za-z0-9_=-]{60}/y,
  },
  {
    name: 'a Telegram bot token',
    infix: ':AA',
    back: 11,
    before: /(?<!\d)\d{8,10}$/,
    after: /[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/y,
  },
  {
    name: 'a Mailchimp key',
    infix: '-us',
    back: 33,
    before: /(?<![A-Za-z0-9])[a-f0-9]{32}$/,
    after: /\d{1,2}(?![A-Za-z0-9-])/y,
    isReal: (before) => !isPlaceholder(before),
  },
  {
    name: 'a New Relic license key',
    infix: 'NRAL',
    back: 37,
    before: /(?<![A-Za-z0-9])[a-f0-9]{36}$/,
    after: /(?![A-Za-z0-9])/y,
    isReal: (before) => !isPlaceholder(before),
  },
  {
    name: 'a Teams webhook',
    infix: '.webhook.office.com/webhookb2/',
    back: 1,
    before: /$/,
    after: /[a-f0-9-]{36}@[a-f0-9-]{36}\/IncomingWebhook\/[a-f0-9]{32}/y,
  },
];

const byInfix = new Map(kinds.map((kind) => [kind.infix, kind]));
const anyInfix = new RegExp(
  [...byInfix.keys()].map((infix) => infix.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|'),
  'g',
);

export function findInfixed(text: string): string | undefined {
  for (const { 0: infix, index } of text.matchAll(anyInfix)) {
    const kind = byInfix.get(infix);
    if (!kind) continue;
    kind.after.lastIndex = index + infix.length;
    const after = kind.after.exec(text)?.[0];
    if (after === undefined) continue;
    const before = kind.before.exec(text.slice(Math.max(0, index - kind.back), index))?.[0];
    if (before === undefined) continue;
    if (kind.isReal ? kind.isReal(before) : !isPlaceholder(after)) return kind.name;
  }
  return undefined;
}

export const infixedNames: readonly string[] = kinds.map(({ name }) => name);
