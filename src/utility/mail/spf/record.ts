import ipaddr from 'ipaddr.js';
import { type MacroPart, readDomainSpec, readMacros } from './macro.ts';

export type SpfResult = 'none' | 'neutral' | 'pass' | 'fail' | 'softfail' | 'temperror' | 'permerror';

export interface Cidr {
  readonly four: number;
  readonly six: number;
}

export type Mechanism =
  | { readonly kind: 'all' }
  | { readonly kind: 'ip'; readonly address: ipaddr.IPv4 | ipaddr.IPv6; readonly bits: number }
  | { readonly kind: 'include' | 'exists'; readonly target: readonly MacroPart[] }
  | { readonly kind: 'ptr'; readonly target: readonly MacroPart[] | null }
  | { readonly kind: 'a' | 'mx'; readonly target: readonly MacroPart[] | null; readonly cidr: Cidr };

export interface Directive {
  readonly text: string;
  readonly result: SpfResult;
  readonly mechanism: Mechanism;
}

export interface SpfRecord {
  readonly directives: readonly Directive[];
  readonly redirect: readonly MacroPart[] | null;
  readonly exp: readonly MacroPart[] | null;
  /** Grammar errors; any of them makes the whole record invalid. */
  readonly errors: readonly string[];
}

const qualifiers: Record<string, SpfResult> = {
  '+': 'pass',
  '-': 'fail',
  '~': 'softfail',
  '?': 'neutral',
};
const term = /^([+\-~?]?)([a-z][a-z0-9_.-]*)(.*)$/i;

export const isSpf = (text: string) => /^v=spf1(?: |$)/i.test(text);

export function readSpf(text: string): SpfRecord {
  const directives: Directive[] = [];
  const errors: string[] = [];
  const modifiers = new Map<string, readonly MacroPart[]>();
  for (const each of text.slice('v=spf1'.length).split(' ')) {
    if (each === '') continue;
    const [, qualifier = '', name = '', rest = ''] = term.exec(each) ?? [];
    const lower = name.toLowerCase();
    if (rest.startsWith('=') && qualifier === '') {
      const known = lower === 'redirect' || lower === 'exp';
      const value = known ? readDomainSpec(rest.slice(1)) : readMacros(rest.slice(1), 'domain');
      if (!value) errors.push(`${quote(each)}: not a value for ${lower}`);
      else if (known && modifiers.has(lower)) errors.push(`${lower}= occurs twice`);
      else modifiers.set(lower, value);
      continue;
    }
    const mechanism = parseMechanism(lower, rest);
    const result = qualifiers[qualifier || '+'];
    if (typeof mechanism === 'string' || !result) errors.push(`${quote(each)}: ${mechanism}`);
    else directives.push({ text: each, result, mechanism });
  }
  return {
    directives,
    redirect: modifiers.get('redirect') ?? null,
    exp: modifiers.get('exp') ?? null,
    errors,
  };
}

/** Untrusted text, shortened and quoted for an error message. */
const quote = (text: string) => JSON.stringify(text.slice(0, 100));

/** The mechanism, or a string that says what is wrong with it. */
function parseMechanism(name: string, rest: string): Mechanism | string {
  switch (name) {
    case 'all':
      return rest === '' ? { kind: 'all' } : 'all must not be followed by a value';
    case 'include':
    case 'exists': {
      const target = rest.startsWith(':') ? readDomainSpec(rest.slice(1)) : null;
      return target ? { kind: name, target } : `${name} needs a domain`;
    }
    case 'ptr': {
      if (rest === '') return { kind: 'ptr', target: null };
      const target = rest.startsWith(':') ? readDomainSpec(rest.slice(1)) : null;
      return target ? { kind: 'ptr', target } : 'not a domain';
    }
    case 'a':
    case 'mx':
      return hostMechanism(name, rest);
    case 'ip4':
    case 'ip6':
      return addressMechanism(name, rest);
    default:
      return 'not a mechanism of SPF';
  }
}

const dualCidr = /(?:\/(0|[1-9]\d{0,2}))?(?:\/\/(0|[1-9]\d{0,2}))?$/;

function hostMechanism(kind: 'a' | 'mx', rest: string): Mechanism | string {
  const [lengths = '', four = '32', six = '128'] = dualCidr.exec(rest) ?? [];
  if (Number(four) > 32 || Number(six) > 128) return 'the prefix is too long';
  const targetText = rest.slice(0, rest.length - lengths.length);
  const cidr = { four: Number(four), six: Number(six) };
  if (targetText === '') return { kind, target: null, cidr };
  const target = targetText.startsWith(':') ? readDomainSpec(targetText.slice(1)) : null;
  return target ? { kind, target, cidr } : 'not a domain with a prefix length';
}

const addressForm = /^:([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/;

function addressMechanism(name: 'ip4' | 'ip6', rest: string): Mechanism | string {
  const [, addressText, prefix] = addressForm.exec(rest) ?? [];
  if (addressText === undefined) return 'not an address with a prefix length';
  const width = name === 'ip4' ? 32 : 128;
  const bits = prefix === undefined ? width : Number(prefix);
  if (bits > width) return 'the prefix is too long';
  const valid =
    name === 'ip4'
      ? ipaddr.IPv4.isValidFourPartDecimal(addressText)
      : ipaddr.IPv6.isValid(addressText) && !addressText.includes('%');
  if (!valid) return `not an ${name === 'ip4' ? 'IPv4' : 'IPv6'} address`;
  return { kind: 'ip', address: ipaddr.parse(addressText), bits };
}
