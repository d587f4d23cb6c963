import { decodeObject, type Unreadable, unreadable } from '../../../platform/decode.ts';

/** Dotted tokens, distinguished from other dotted words by their decoded content. */

const jwt = /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/g;
const discord =
  /(?<![A-Za-z0-9_.-])[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,38}(?![A-Za-z0-9_-])/g;

export function findToken(text: string): string | undefined {
  for (const [found] of text.matchAll(jwt)) if (isLiveJwt(found)) return 'a signed JWT';
  for (const [found] of text.matchAll(discord)) {
    // Base64 of the bot's id, the time and the signature.
    if (/^\d{17,20}$/.test(decodePart(found.slice(0, found.indexOf('.'))))) return 'a Discord bot token';
  }
  return undefined;
}

const decodePart = (part: string): string => Buffer.from(part, 'base64url').toString('utf8');

const isJson = (part: Record<string, unknown> | Unreadable | undefined): part is Record<string, unknown> =>
  part !== undefined && part !== unreadable;

function isLiveJwt(token: string): boolean {
  const [header, payload] = token.split('.', 2).map((part) => decodeObject(decodePart(part)));
  if (!isJson(header) || !isJson(payload) || header.alg === undefined || header.alg === 'none') return false;
  // Keys that web pages carry by design, and the example token of jwt.io.
  return payload.role !== 'anon' && !(payload.sub === '1234567890' && payload.name === 'John Doe');
}
