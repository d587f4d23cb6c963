import { ens_normalize, ens_split } from '@adraffy/ens-normalize';

/** The limit of DNS; a longer name is not normalised. */
const maxNameLength = 255;

/**
 * What is wrong with a name by ENSIP-15 (not normalised, mixed scripts, invisible or confusable characters); null if it may be
 * displayed. The sentence escapes everything outside ASCII, so that it does not display the imitation itself.
 */
export function findEnsNameFault(name: string): string | null {
  if (Buffer.byteLength(name) > maxNameLength) return `the name is longer than ${maxNameLength} bytes`;
  const quoted = `"${escapeNonAscii(name)}"`;
  if (!name.includes('.') || name.split('.').includes('')) return `${quoted} is not a name of several labels`;
  const [fault] = ens_split(name).flatMap(({ error }) => error ?? []);
  if (fault) return `${quoted} breaks ENSIP-15: ${escapeNonAscii(fault.message.replaceAll('\u200e', ''))}`;
  const normalised = ens_normalize(name);
  return normalised === name
    ? null
    : `${quoted} is not normalised; by ENSIP-15 it would be "${escapeNonAscii(normalised)}", a different name`;
}

const escapeNonAscii = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/gu, (each) => `{${each.codePointAt(0)?.toString(16).toUpperCase()}}`);
