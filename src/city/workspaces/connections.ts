import { Type } from 'typebox';
import type { Reader } from '../../platform/db/database.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { timestamp } from '../../platform/http/schema.ts';

/** The public URL of a repository: plain https without credentials. */
export function plainRepoUrl(text: string): string {
  const hint =
    'Send it as https://host/owner/name, without a user, a token, a query or a fragment; kith runs no git.';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' || url.hostname === '')
    throw invalidField('repo must be a plain https URL', hint);
  if (hasUserInfo(text, url)) throw invalidField('repo must not contain a user or a password', hint);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) {
    throw invalidField('repo must not contain a query or a fragment', hint);
  }
  return url.href;
}

/** Refuses a URL with a user or password; other texts may be a commit, a name or an address. */
export function assertNoUserInfo(field: string, text: string): void {
  for (const [address] of text.matchAll(/[a-z][a-z0-9+.-]*:\/\/\S+/gi)) {
    if (hasUserInfo(address, URL.canParse(address) ? new URL(address) : undefined)) {
      throw invalidField(
        `${field} contains a URL with a user or a password`,
        'Remove the user and the password from the URL.',
      );
    }
  }
}

/** Includes an empty user (`https://@host`), and forms that only some parsers accept. */
function hasUserInfo(text: string, url: URL | undefined): boolean {
  const authority = /^[^/]*\/\/([^/?#]*)/.exec(text)?.[1] ?? '';
  return authority.includes('@') || (url !== undefined && (url.username !== '' || url.password !== ''));
}

const maxConnections = 50;

export const connectionSchema = Type.Object({
  provider: Type.String(),
  scope: Type.String(),
  account: Type.String(),
  by: Type.String(),
  at: timestamp(),
});

export async function listConnections(read: Reader, workspaceId: number) {
  const rows = await read
    .selectFrom('workspace_connection as connection')
    .innerJoin('agent', 'agent.id', 'connection.by_id')
    .select(['provider', 'scope', 'account', 'agent.screen_name as by', 'connection.at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('provider')
    .orderBy('account')
    .limit(maxConnections)
    .execute();
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
