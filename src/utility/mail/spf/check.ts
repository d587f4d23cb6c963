import ipaddr from 'ipaddr.js';
import type { DnsQuerier } from '../../../platform/outbound/dns.ts';
import { DnsLookups, maxHosts, SpfAborted } from './dns-lookups.ts';
import {
  expandMacros,
  type MacroPart,
  type Mail,
  readMacros,
  reverseSubjectName,
  type SpfSubject,
  toSubject,
  truncateName,
} from './macro.ts';
import { type Cidr, type Mechanism, readSpf, type SpfRecord, type SpfResult } from './record.ts';

export interface SpfVerdict {
  readonly result: SpfResult;
  /** The term that decided the result. */
  readonly matched: string | null;
  /** The domain's explanation of a fail, if it publishes one. */
  readonly explanation: string | null;
  readonly error: string | null;
}

const label = /^[^.\s]{1,63}$/;

/** check_host of RFC 7208. It stops after ten lookups, so circular includes cannot loop forever. */
export async function checkSpf(dns: DnsQuerier, mail: Mail, signal?: AbortSignal): Promise<SpfVerdict> {
  const subject = toSubject(mail);
  return new SpfCheck(subject, new DnsLookups(dns, signal)).checkHost(subject.senderDomain, true);
}

class SpfCheck {
  readonly #subject: SpfSubject;
  readonly #lookUps: DnsLookups;

  constructor(subject: SpfSubject, lookUps: DnsLookups) {
    this.#subject = subject;
    this.#lookUps = lookUps;
  }

  async checkHost(domain: string, explained: boolean): Promise<SpfVerdict> {
    try {
      return await this.#judge(domain, explained);
    } catch (error) {
      if (!(error instanceof SpfAborted)) throw error;
      return toVerdict(error.result, { error: error.message });
    }
  }

  async #judge(domain: string, explained: boolean): Promise<SpfVerdict> {
    if (!isHostName(domain)) return toVerdict('none');
    const [text, ...others] = await this.#lookUps.spfTexts(domain);
    if (text === undefined) return toVerdict('none');
    if (others.length > 0) throw new SpfAborted('permerror', `${domain} has more than one SPF record`);
    const record = readSpf(text);
    if (record.errors.length > 0) throw new SpfAborted('permerror', record.errors.join('; '));
    for (const { mechanism, result, text: matched } of record.directives) {
      if (!(await this.#matches(mechanism, domain))) continue;
      const explanation = result === 'fail' && explained ? await this.#explain(record, domain) : null;
      return toVerdict(result, { matched, explanation });
    }
    return record.redirect ? this.#followRedirect(record.redirect, domain, explained) : toVerdict('neutral');
  }

  async #followRedirect(to: readonly MacroPart[], domain: string, explained: boolean): Promise<SpfVerdict> {
    this.#lookUps.countTerm();
    const target = await this.#name(to, domain);
    const found = await this.#judge(target, explained);
    if (found.result === 'none') throw new SpfAborted('permerror', `redirect=${target} has no SPF record`);
    return found;
  }

  async #matches(mechanism: Mechanism, domain: string): Promise<boolean> {
    const { address } = this.#subject;
    if (mechanism.kind === 'all') return true;
    if (mechanism.kind === 'ip') return isWithin(address, mechanism.address, mechanism.bits);
    this.#lookUps.countTerm();
    const target = mechanism.target ? await this.#name(mechanism.target, domain) : domain;
    switch (mechanism.kind) {
      case 'include':
        return this.#includes(target);
      case 'exists':
        return (await this.#lookUps.queryCounted(target, 'A')).length > 0;
      case 'ptr':
        return (await this.#validatedNames()).some((name) => isBelow(name, target));
      case 'a':
        return this.#hasAddress(target, mechanism.cidr);
      case 'mx':
        return this.#exchanges(target, mechanism.cidr);
    }
  }

  async #includes(target: string): Promise<boolean> {
    const { result } = await this.#judge(target, false);
    if (result === 'none') throw new SpfAborted('permerror', `include:${target} has no SPF record`);
    return result === 'pass';
  }

  async #hasAddress(host: string, cidr: Cidr): Promise<boolean> {
    const { address, family } = this.#subject;
    const found = await this.#lookUps.queryCounted(host, family === 4 ? 'A' : 'AAAA');
    const bits = family === 4 ? cidr.four : cidr.six;
    return found.some((each) => isWithin(address, ipaddr.parse(each.address), bits));
  }

  async #exchanges(target: string, cidr: Cidr): Promise<boolean> {
    const exchanges = await this.#lookUps.queryCounted(target, 'MX');
    if (exchanges.length > maxHosts)
      throw new SpfAborted('permerror', `${target} has more than ${maxHosts} MX records`);
    for (const { exchange } of exchanges) if (await this.#hasAddress(exchange, cidr)) return true;
    return false;
  }

  /**
   * Names of the sender's address that resolve back to it (RFC 7208, 5.5). A failure here is no match, not an
   * error.
   */
  async #validatedNames(): Promise<string[]> {
    const { address, family } = this.#subject;
    const names = await this.#lookUps.records(reverseSubjectName(this.#subject), 'PTR').catch(noneOnFailure);
    const valid: string[] = [];
    for (const name of names.slice(0, maxHosts)) {
      const back = await this.#lookUps.records(name, family === 4 ? 'A' : 'AAAA').catch(noneOnFailure);
      if (back.some((each) => isWithin(address, ipaddr.parse(each.address), 128)))
        valid.push(name.replace(/\.$/, ''));
    }
    return valid;
  }

  /** For the macro `p`: the domain itself, otherwise a subdomain of it, otherwise any name. */
  async #validatedName(domain: string): Promise<string> {
    const names = await this.#validatedNames();
    const own = names.find((name) => name.toLowerCase() === domain.toLowerCase());
    return own ?? names.find((name) => isBelow(name, domain)) ?? names[0] ?? 'unknown';
  }

  async #name(parts: readonly MacroPart[], domain: string): Promise<string> {
    return truncateName(await expandMacros(parts, this.#subject, domain, () => this.#validatedName(domain)));
  }

  /** A failure here leaves the result without an explanation. */
  async #explain({ exp }: SpfRecord, domain: string): Promise<string | null> {
    if (!exp) return null;
    try {
      const texts = await this.#lookUps.records(await this.#name(exp, domain), 'TXT');
      const parts = texts.length === 1 ? readMacros((texts[0] ?? []).join(''), 'explanation') : null;
      if (!parts) return null;
      return await expandMacros(parts, this.#subject, domain, () => this.#validatedName(domain));
    } catch (error) {
      if (!(error instanceof SpfAborted)) throw error;
      return null;
    }
  }
}

function toVerdict(result: SpfResult, more: Partial<SpfVerdict> = {}): SpfVerdict {
  return { result, matched: null, explanation: null, error: null, ...more };
}

function noneOnFailure(error: unknown): [] {
  if (!(error instanceof SpfAborted)) throw error;
  return [];
}

function isHostName(name: string): boolean {
  const labels = name.replace(/\.$/, '').split('.');
  return (
    name.length <= 254 &&
    labels.length > 1 &&
    !name.startsWith('[') &&
    labels.every((each) => label.test(each))
  );
}

function isBelow(name: string, domain: string): boolean {
  return `.${name.toLowerCase()}`.endsWith(`.${domain.toLowerCase().replace(/\.$/, '')}`);
}

type IpAddress = ipaddr.IPv4 | ipaddr.IPv6;

function isWithin(address: IpAddress, base: IpAddress, bits: number): boolean {
  if (address.kind() !== base.kind()) return false;
  return address.match(base, Math.min(bits, address.kind() === 'ipv4' ? 32 : 128));
}
