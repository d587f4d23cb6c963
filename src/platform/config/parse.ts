import { base58 } from '@scure/base';
import { splitHosts } from '../db/hosts.ts';
import { natsAddress } from '../events/nats-address.ts';

/** Parsers of one raw setting. Each throws the end of a sentence that starts with the setting's name. */

export const text = (raw: string): string => raw;

export function port(raw: string): number {
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 0 || value > 65535) {
    throw new Error(`must be a port from 0 to 65535, not "${raw}"`);
  }
  return value;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** `host:port`, with an IPv6 host in brackets; `none` for no address. */
export function listenAddress(raw: string): ListenAddress | 'none' {
  if (raw === 'none') return raw;
  const [, ipv6, name, digits] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i.exec(raw) ?? [];
  const host = ipv6 ?? name;
  if (host === undefined || Number(digits) > 65535)
    throw new Error(`must be like 127.0.0.1:4022, or none, not "${raw}"`);
  return { host, port: Number(digits) };
}

export function count(raw: string): number {
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`must be a whole number above zero, not "${raw}"`);
  return value;
}

export function countOrNone(raw: string): number {
  return raw === '0' ? 0 : count(raw);
}

export function zeroOrOne(raw: string): boolean {
  if (raw !== '0' && raw !== '1') throw new Error(`must be 0 or 1, not "${raw}"`);
  return raw === '1';
}

export function niceness(raw: string): number {
  const value = Number(raw);
  if (!Number.isInteger(value) || value < 0 || value > 19)
    throw new Error(`must be a whole number from 0 to 19, not "${raw}"`);
  return value;
}

/** An exact price: positive, with at most six decimals. */
export function usd(raw: string): string {
  if (!/^\d{1,6}(?:\.\d{1,6})?$/.test(raw) || Number(raw) === 0)
    throw new Error(`must be a price in USD with at most six decimals, not "${raw}"`);
  return raw;
}

export function httpUrl(raw: string): string {
  const url = URL.canParse(raw) ? new URL(raw) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new Error(`must be an http(s) URL, not "${raw}"`);
  if (url.search || url.hash || url.username)
    throw new Error('must not contain a query, a fragment or a user');
  return url.href.replace(/\/$/, '');
}

/** Up to eight URLs. They may contain a key in path or query, so an invalid one is not echoed. */
export function httpUrls(raw: string): string[] {
  const urls = list(raw);
  if (urls.length === 0 || urls.length > 8) throw new Error('must contain one to eight http(s) URLs');
  return urls.map((each, at) => {
    const url = URL.canParse(each) ? new URL(each) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.username || url.hash) {
      throw new Error(`must contain http(s) addresses without user or fragment; number ${at + 1} is not one`);
    }
    return url.href;
  });
}

export function postgresUrl(raw: string): string {
  const isOne = (each: string) => URL.canParse(each) && /^postgres(ql)?:$/.test(new URL(each).protocol);
  if (!splitHosts(raw).every(isOne)) {
    throw new Error('must be like postgresql://user:password@host:5432[,host:5432…]/database');
  }
  return raw;
}

export function natsUrl(raw: string): string {
  natsAddress(raw);
  return raw;
}

export const list = (raw: string): string[] => raw.split(',').flatMap((part) => part.trim() || []);

export function choiceOf<const T extends string>(...allowed: T[]) {
  return (raw: string): T => {
    const found = allowed.find((value) => value === raw);
    if (!found) throw new Error(`must be one of ${allowed.join(', ')}, not "${raw}"`);
    return found;
  };
}

export function someOf<const T extends string>(...allowed: T[]) {
  const one = choiceOf(...allowed);
  return (raw: string): T[] => {
    const values = list(raw).map(one);
    if (values.length === 0) throw new Error(`must name at least one of ${allowed.join(', ')}`);
    return [...new Set(values)];
  };
}

/** 32 bytes, as 64 hexadecimal characters or in base64. */
export function key32(raw: string): Buffer {
  const bytes = /^[0-9a-f]{64}$/i.test(raw) ? Buffer.from(raw, 'hex') : Buffer.from(raw, 'base64');
  if (bytes.length !== 32) throw new Error('must be 32 bytes, as 64 hexadecimal characters or in base64');
  return bytes;
}

export function solanaAddress(raw: string): string {
  try {
    if (base58.decode(raw).length === 32) return raw;
  } catch {
    // Not base58 at all, which is the same mistake.
  }
  throw new Error(`must be a Solana address (base58 of 32 bytes), not "${raw}"`);
}

export function longToken(raw: string): string {
  // It is sent in a header as one word.
  if (!/^[\x21-\x7e]{32,}$/.test(raw)) {
    throw new Error('must be 32 characters or more, of printable ASCII without spaces');
  }
  return raw;
}

/** A contact in the format of RFC 9116. */
export function contactUri(raw: string): string {
  if (!/^[\x21-\x7e]+$/.test(raw) || !URL.canParse(raw) || !/^(mailto|https|tel):/.test(raw)) {
    throw new Error('must be a mailto:, https: or tel: URI');
  }
  return raw;
}
