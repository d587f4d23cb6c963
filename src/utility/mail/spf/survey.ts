import type { DnsQuerier } from '../../../platform/outbound/dns.ts';
import { DnsLookups, maxLookups, maxVoidLookups, SpfAborted } from './dns-lookups.ts';
import type { MacroPart } from './macro.ts';
import { readSpf, type SpfRecord } from './record.ts';

export interface SpfSurvey {
  readonly record: string | null;
  /** Every SPF record of the domain; if there is more than one, none applies. */
  readonly texts: readonly string[];
  /** Null if a part of it could not be fetched for now. */
  readonly valid: boolean | null;
  /** Result for all other senders: `-all`, `~all`, `?all`, `+all`; null if the record states none. */
  readonly all: string | null;
  /** Why `all` is unknown: the record that it redirects to could not be fetched. */
  readonly allUnknown: string | null;
  /** Why parts of the record are unknown. */
  readonly unread: readonly string[];
  /** Terms that need lookups, across all includes and redirects; more than ten make the record invalid. */
  readonly lookups: number;
  readonly includes: readonly string[];
  readonly errors: readonly string[];
}

/**
 * Far beyond what a receiver follows, so that the count shows by how much the limit is exceeded, but still
 * bounded.
 */
const maxFollowed = 40;

/**
 * Reads what a domain publishes, without a mail to check. Throws SpfAborted if DNS fails for the domain itself.
 */
export async function surveySpf(dns: DnsQuerier, domain: string, signal?: AbortSignal): Promise<SpfSurvey> {
  const lookUps = new DnsLookups(dns, signal);
  const texts = await lookUps.spfTexts(domain);
  const [text] = texts;
  if (text === undefined) {
    return {
      record: null,
      texts,
      valid: false,
      all: null,
      allUnknown: null,
      unread: [],
      lookups: 0,
      includes: [],
      errors: ['there is no SPF record'],
    };
  }
  const walk = new SpfWalk(lookUps, domain);
  if (texts.length > 1) walk.errors.push('there is more than one SPF record, so receivers ignore them');
  const all = await walk.follow(domain, readSpf(text));
  if (walk.lookups > maxLookups)
    walk.errors.push(`it takes ${walk.lookups} DNS lookups; receivers stop at ${maxLookups}`);
  if (walk.voids.size > maxVoidLookups)
    walk.errors.push(
      `${[...walk.voids].join(', ')} find nothing; receivers stop after ${maxVoidLookups} such lookups`,
    );
  const valid = walk.errors.length > 0 ? false : walk.unknown.length > 0 ? null : true;
  return {
    record: text,
    texts,
    valid,
    all,
    allUnknown: walk.allUnknown,
    unread: walk.unknown,
    lookups: walk.lookups,
    includes: [...walk.includes],
    errors: [...walk.errors, ...walk.unknown],
  };
}

/** The name in lower case; null if it depends on the mail. */
function constantName(target: readonly MacroPart[]): string | null {
  const [name, ...others] = target;
  return typeof name === 'string' && others.length === 0 ? name.toLowerCase().replace(/\.$/, '') : null;
}

class SpfWalk {
  readonly errors: string[] = [];
  readonly unknown: string[] = [];
  readonly includes = new Set<string>();
  readonly voids = new Set<string>();
  /** The records that are being followed, from the domain's own. */
  readonly #path: Set<string>;
  readonly #lookUps: DnsLookups;
  readonly #read = new Map<string, SpfRecord | null>();
  allUnknown: string | null = null;
  lookups = 0;

  constructor(lookUps: DnsLookups, domain: string) {
    this.#path = new Set([domain]);
    this.#lookUps = lookUps;
  }

  /** Counts lookups and returns the `all` term that applies to other senders. */
  async follow(domain: string, record: SpfRecord): Promise<string | null> {
    this.errors.push(...record.errors.map((error) => `${domain}: ${error}`));
    for (const { mechanism, text } of record.directives) {
      if (mechanism.kind === 'all')
        return /^[-~?+]/.test(text) ? text.toLowerCase() : `+${text.toLowerCase()}`;
      if (mechanism.kind === 'ip') continue;
      this.lookups += 1;
      if (mechanism.kind === 'include') await this.#followInclude('include:', mechanism.target);
      else if (mechanism.kind !== 'ptr')
        await this.#noteVoid(mechanism.kind, mechanism.target ? constantName(mechanism.target) : domain);
    }
    if (!record.redirect) return null;
    this.lookups += 1;
    return this.#followInclude('redirect=', record.redirect);
  }

  /** Notes a term whose names have no records: receivers accept two such terms (RFC 7208, 4.6.4). */
  async #noteVoid(kind: string, name: string | null): Promise<void> {
    if (name === null || this.lookups > maxFollowed) return;
    try {
      for (const type of kind === 'mx' ? (['MX'] as const) : (['A', 'AAAA'] as const))
        if ((await this.#lookUps.records(name, type)).length > 0) return;
      this.voids.add(`${kind}:${name}`);
    } catch (error) {
      // Without a response it is unknown whether the lookup is void.
      if (!(error instanceof SpfAborted)) throw error;
    }
  }

  async #followInclude(how: string, target: readonly MacroPart[]): Promise<string | null> {
    const domain = constantName(target);
    if (domain === null || this.lookups > maxFollowed) return null;
    if (how === 'include:') this.includes.add(domain);
    if (this.#path.has(domain)) {
      this.errors.push(`${how}${domain} leads back to itself, so it never ends`);
      return null;
    }
    const known = this.#read.get(domain);
    const record = known === undefined ? await this.#fetch(how, domain) : known;
    this.#read.set(domain, record);
    if (!record) return null;
    this.#path.add(domain);
    const all = await this.follow(domain, record);
    this.#path.delete(domain);
    return all;
  }

  async #fetch(how: string, domain: string): Promise<SpfRecord | null> {
    try {
      const texts = await this.#lookUps.spfTexts(domain);
      const [text] = texts;
      if (texts.length === 1 && text !== undefined) return readSpf(text);
      this.errors.push(`${how}${domain} has ${texts.length === 0 ? 'no' : 'more than one'} SPF record`);
    } catch (error) {
      if (!(error instanceof SpfAborted)) throw error;
      const reason = `${how}${domain} could not be read: ${error.message}`;
      this.unknown.push(reason);
      if (how === 'redirect=') this.allUnknown = reason;
    }
    return null;
  }
}
