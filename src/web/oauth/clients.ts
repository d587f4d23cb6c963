import { createHmac } from 'node:crypto';
import { Type } from 'typebox';
import { asRecord, jsonDecoder, unreadable } from '../../platform/decode.ts';
import { sameHash } from '../../platform/keys/secret.ts';
import type { ServerKey } from '../../platform/keys/server-key.ts';
import { truncateLines } from '../../platform/quote.ts';

/** An app that requests access. */
export interface OauthClient {
  readonly name: string;
  readonly redirectUris: readonly string[];
}

const maxUris = 5;
const maxUriLength = 300;
const maxName = 24;
/** The name, then the redirect URIs. */
const decodeFacts = jsonDecoder(Type.Array(Type.String()));
const loopback = ['127.0.0.1', '[::1]', 'localhost'];
/** Schemes that run scripts, read files or send the code unencrypted. */
const refusedSchemes = /^(?:javascript|data|vbscript|file|blob|about|ftp|ws|wss):$/;

/**
 * Registered clients. A client id contains its registration, signed by the server: registration is open to
 * everyone, so nothing is stored that a flood of requests could fill.
 */
export class OauthClients {
  readonly #secret: Buffer;

  constructor(serverKey: ServerKey) {
    this.#secret = serverKey.derive('oauth clients');
  }

  idOf({ name, redirectUris }: OauthClient): string {
    const facts = Buffer.from(JSON.stringify([name, ...redirectUris])).toString('base64url');
    return `${facts}.${this.#signatureOf(facts).toString('base64url')}`;
  }

  /** The client with this id; undefined if the id was not issued here. */
  find(id: string): OauthClient | undefined {
    const [facts = '', signature = ''] = id.split('.');
    if (!sameHash(this.#signatureOf(facts), Buffer.from(signature, 'base64url'))) return undefined;
    const signed = decodeFacts(Buffer.from(facts, 'base64url'));
    if (signed === unreadable) return undefined;
    const [name = '', ...redirectUris] = signed;
    return { name, redirectUris };
  }

  #signatureOf(facts: string): Buffer {
    return createHmac('sha256', this.#secret).update(facts).digest();
  }
}

/**
 * Parses client metadata (RFC 7591), ignoring unknown fields. Returns a string with the error if it is
 * invalid.
 */
export function readClient(sent: unknown): OauthClient | string {
  const { redirect_uris: given, client_name: name } = asRecord(sent);
  if (!Array.isArray(given) || given.length === 0 || given.length > maxUris)
    return `redirect_uris must list 1 to ${maxUris} addresses`;
  const uris: unknown[] = given;
  const redirectUris: string[] = [];
  for (const uri of uris) {
    if (typeof uri !== 'string' || uri.length > maxUriLength || !isAllowed(uri))
      return `redirect_uris: each must be https, http on the loopback interface, or the app's own scheme, at most ${maxUriLength} characters, without fragment`;
    redirectUris.push(uri);
  }
  const shownName = typeof name === 'string' ? truncateLines(name, maxName) : '';
  return { name: shownName || 'An app', redirectUris };
}

function isAllowed(uri: string): boolean {
  const url = URL.parse(uri);
  if (url?.hash !== '' || url.username !== '' || refusedSchemes.test(url.protocol)) return false;
  return url.protocol !== 'http:' || loopback.includes(url.hostname);
}

/** An app on the person's own machine listens on any free port (RFC 8252, 7.3). */
export function allowsRedirect({ redirectUris }: OauthClient, uri: string): boolean {
  return redirectUris.some(
    (each) => each === uri || (isLoopback(each) && withoutPort(each) === withoutPort(uri)),
  );
}

const isLoopback = (uri: string): boolean => {
  const url = URL.parse(uri);
  return url?.protocol === 'http:' && loopback.includes(url.hostname);
};

function withoutPort(uri: string): string | undefined {
  const url = URL.parse(uri);
  if (url) url.port = '';
  return url?.href;
}
