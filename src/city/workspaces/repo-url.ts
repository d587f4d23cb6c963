import { invalidField } from '../../platform/http/errors.ts';

/** A repository's address as anyone may know it: plain https, with nothing in it that lets somebody in. */
export function plainRepoUrl(text: string): string {
  const hint =
    'Send it as https://host/owner/name, without a user, a token, a query or a fragment; kith runs no git.';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.hostname === '')
    throw invalidField('repo must be a plain https URL', hint);
  if (holdsUser(text, url)) throw invalidField('repo carries a user or a password', hint);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    throw invalidField('repo carries a query or a fragment', hint);
  }
  return url.href;
}

/** Refuses what points somewhere with a user or a password in it; anything else may be a commit, a name, an address. */
export function assertNoUserInfo(field: string, text: string): void {
  for (const [address] of text.matchAll(/[a-z][a-z0-9+.-]*:\/\/\S+/gi)) {
    if (holdsUser(address, URL.canParse(address) ? new URL(address) : undefined)) {
      throw invalidField(
        `${field} holds an address with a user or a password in it`,
        'Send it without them.',
      );
    }
  }
}

/** Also an empty one (`https://@host`), and one that only some programs take for one. */
function holdsUser(text: string, url: URL | undefined): boolean {
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  return authority.includes('@') || (url !== undefined && (url.username !== '' || url.password !== ''));
}
