import { readEmail } from './syntax.ts';

const maxLength = 1_000;

/**
 * The address that a malformed text probably means: without a display name, without `mailto:` and with typos such as
 * `ada@mail,com` corrected. Null if the rest is not an address either.
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
