const header =
  /-----BEGIN (?:[A-Z0-9]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----|---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|PuTTY-User-Key-File-\d: /g;
/** Maximum length of the comment, cipher and version lines between a header and the key. */
const maxPreambleChars = 600;
/** A line of key material, which code that merely mentions the header does not contain. */
const keyLine = /[A-Za-z0-9+/]{40}/;

const names = {
  service: 'a Google service account key',
  openssh: 'an OpenSSH private key',
  pgp: 'a PGP private key',
  putty: 'a PuTTY private key',
  encrypted: 'an encrypted private key',
  plain: 'a private key',
};
export const keyFileNames: readonly string[] = Object.values(names);

export function findKeyFile(text: string): string | undefined {
  for (const { 0: found, index } of text.matchAll(header)) {
    const from = index + found.length;
    // Only up to the next dashes, so that no text is scanned twice.
    const end = text.indexOf('-----', from);
    const body = text.slice(from, Math.min(from + maxPreambleChars, end < 0 ? text.length : end));
    if (!keyLine.test(body)) continue;
    if (found.startsWith('PuTTY')) return names.putty;
    if (found.includes('PGP')) return names.pgp;
    if (found.includes('OPENSSH')) return names.openssh;
    if (found.includes('ENCRYPTED') || body.includes('ENCRYPTED')) return names.encrypted;
    const preceding = text.slice(Math.max(0, index - 400), index);
    return /"service_account"|private_key_id/.test(preceding) ? names.service : names.plain;
  }
  return undefined;
}
