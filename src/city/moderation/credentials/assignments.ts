import { isPlaceholder } from './placeholder.ts';

/** Secrets without a distinctive shape, recognised by the name they are assigned to. */
interface NamedKind {
  readonly name: string;
  readonly called: RegExp;
  readonly value: RegExp;
}

const uuid = /^[a-f0-9]{8}(?:-[a-f0-9]{4}){3}-[a-f0-9]{12}$/i;
const hex32 = /^[a-f0-9]{32}$/;

const kinds: readonly NamedKind[] = [
  {
    name: 'an AWS secret key',
    called: /aws|secret[ _-]?access[ _-]?key/i,
    value: /^(?![a-f0-9]{40}$)[A-Za-z0-9/+]{40}$/,
  },
  {
    name: 'a Cloudflare token',
    called: /cloudflare|\bcf[_-]/i,
    value: /^(?:[A-Za-z0-9_-]{40}|[a-f0-9]{37})$/,
  },
  { name: 'a Heroku API key', called: /heroku/i, value: uuid },
  { name: 'a Postmark token', called: /postmark/i, value: uuid },
  { name: 'a Datadog key', called: /datadog|\bdd[_-]/i, value: /^(?:[a-f0-9]{32}|[a-f0-9]{40})$/ },
  { name: 'a Twilio auth token', called: /twilio/i, value: hex32 },
  { name: 'an Algolia admin key', called: /algolia.{0,12}(?:admin|write)/i, value: hex32 },
  { name: 'an Okta token', called: /okta/i, value: /^00[A-Za-z0-9_-]{40}$/ },
  { name: 'a Fastly token', called: /fastly/i, value: /^[A-Za-z0-9_-]{32}$/ },
  { name: 'a Linode token', called: /linode/i, value: /^[a-f0-9]{64}$/ },
  { name: 'a Mistral key', called: /mistral/i, value: /^[A-Za-z0-9]{32}$/ },
  { name: 'a Cohere key', called: /cohere|\bco_api/i, value: /^[A-Za-z0-9]{40}$/ },
  {
    name: 'an Ethereum private key',
    called: /priv(?:ate)?[ _-]?key|(?:secret|wallet|deployer|signer)[ _-]?key/i,
    value: /^(?:0x)?[a-f0-9]{64}$/i,
  },
];

/** Minimum length of the values of the kinds above. */
const minNamedLength = 32;
const passwordName = 'a password';
const secretName = 'a secret in an assignment';
export const assignedNames: readonly string[] = [...kinds.map(({ name }) => name), passwordName, secretName];

/** An assignment to something called a key, token, secret or password. */
const assignment =
  /(?:key|token|secret|passw(?:or)?d|pwd|passphrase)["'`\]]{0,2}[ \t]{0,4}(?:=>|:=|=|:|is )[ \t]{0,4}(["'`]?)/gi;
const value = /[^\s"'`,;<>(){}[\]]{8,200}/y;
/** Maximum characters before the match that belong to its name. */
const maxNameChars = 48;

export function findAssigned(text: string): string | undefined {
  for (const match of text.matchAll(assignment)) {
    value.lastIndex = match.index + match[0].length;
    const assigned = value.exec(text)?.[0].replace(/[.!?]+$/, '');
    // Nearly every secret has a digit, and hardly any variable name does.
    if (assigned === undefined || !/\d/.test(assigned)) continue;
    const before = text.slice(Math.max(0, match.index - maxNameChars), match.index);
    const called = before.slice(before.lastIndexOf('\n') + 1) + match[0].replace(/\W.*$/s, '');
    const known =
      assigned.length < minNamedLength
        ? undefined
        : kinds.find((kind) => kind.called.test(called) && kind.value.test(assigned));
    if (known && !isPlaceholder(assigned)) return known.name;
    // A bare word is usually a reference; a quoted value, or one in an env file, is a literal.
    const isLiteral = match[1] !== '' || /(?:^|[\s"'])[A-Z0-9_]+=$/.test(lastWord(called, match[0]));
    if (!isLiteral) continue;
    const name = isPassword(called, assigned)
      ? passwordName
      : isSecret(called, assigned)
        ? secretName
        : undefined;
    if (name !== undefined && !isPlaceholder(assigned)) return name;
  }
  return undefined;
}

const lastWord = (called: string, giving: string): string => {
  const word = /[\s"']?[A-Za-z0-9_]+$/.exec(called)?.[0] ?? '';
  return ` ${word.trim()}${/=$/.test(giving.trim()) && !giving.includes(' ') ? '=' : ''}`;
};

/** Number of character classes: lower case, upper case, digits, others. */
const countCharacterClasses = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((each) => each.test(text)).length;

const isPassword = (called: string, assigned: string): boolean =>
  /passw(?:or)?d$|pwd$|passphrase$/i.test(called) &&
  assigned.length >= 10 &&
  assigned.length <= 64 &&
  countCharacterClasses(assigned) >= 3 &&
  // A dotted path (`settings.db.passwordV2`), a URL or a hash with its scheme is not a password.
  !/^[\w$]+(?:\.[\w$]+)+$|^\w+:\/\/|^[$@%/]|^sha\d|^\{/.test(assigned);

const isSecret = (called: string, assigned: string): boolean =>
  /(?:client|app|api|consumer|shared|jwt|session|signing)[ _-]?(?:secret|key)$|(?:access|auth|refresh|bearer|api)[ _-]?token$|secret[ _-]?(?:key|token)$/i.test(
    called,
  ) &&
  !/public|publishable|anon/i.test(called) &&
  /^[A-Za-z0-9_+/=.~-]{24,200}$/.test(assigned) &&
  /[a-z]/.test(assigned) &&
  /[A-Z]/.test(assigned) &&
  /\d.*\d/.test(assigned) &&
  !/^(?:pk|pub|kith)[_-]|^0x|^[\w$]+(?:\.[\w$]+)+$|^[A-Za-z]+(?:[_-][A-Za-z]+)*\d*$/.test(assigned);
