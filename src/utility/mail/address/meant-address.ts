import { readEmail } from './syntax.ts';

const maxLength = 1_000;

/**
 * The address that a malformed text probably means: without its name, its `mailto:` and slips of the keyboard such
 * as `ada@mail,com`. Null if what remains is not an address either.
 */
export function suggestAddress(sent: string): string | null {
  if (sent.length > maxLength || sent.includes('"')) return null;
  const inner = /<([^<>]+)>/.exec(sent)?.[1] ?? sent;
  const [head = ''] = inner.replace(/^\s*mailto:/i, '').split('?');
  const tidy = head
    .replaceAll(/\s*(?:\(at\)|\[at\]| at )\s*/gi, '@')
    .replaceAll(/\s*(?:\(dot\)|\[dot\]| dot )\s*/gi, '.')
    .replaceAll(/\s+/g, '')
    .replaceAll(/[,;](?=[^@]*$)/g, '.')
    .replaceAll(/@{2,}/g, '@')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/\.?@\.?/g, '@')
    .replace(/^[.<'`]+|[.>'`]+$/g, '');
  const syntax = readEmail(tidy);
  return syntax.valid && !syntax.literal && tidy !== sent.trim() ? `${syntax.local}@${syntax.domain}` : null;
}
