import { Resolver } from 'node:dns/promises';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';
import { currentOwner } from '../fair-share.ts';
import { FairSlots, ShareUsedUp } from '../fair-slots.ts';
import {
  type AddressAnswer,
  ask,
  type DnsAnswer,
  type DnsFailure,
  type RecordsByType,
  type RecordType,
} from './dns-record.ts';
import { askWire, type DnsReply, DnsWireFailure, type WireQuestion } from './dns-wire.ts';
import { codeOf } from './error.ts';

const DEFAULT_TIMEOUT_MS = 4_000;
const DEFAULT_TRIES = 2;
const MAX_CONCURRENT_QUERIES = 128;
/** Of one caller while others ask too: names whose server is silent hold their slots for seconds. */
const MAX_QUERIES_PER_OWNER = 32;
const MAX_WAITING_PER_OWNER = 512;
const MAX_QUEUED_MS = 30_000;
const MAX_NAME_LENGTH = 253;
const ROOT_CHECK_MS = 60_000;

export interface Dns {
  /** Every address of a host, for connecting to it. */
  resolveAddresses(host: string, signal?: AbortSignal): Promise<AddressAnswer>;
  /** The records of one type, or the reason there are none. */
  query<T extends RecordType>(
    name: string,
    type: T,
    signal?: AbortSignal,
  ): Promise<DnsAnswer<RecordsByType[T]>>;
  /** A resolver's whole reply, whatever its response code; the reason if none arrived. */
  reply(question: WireQuestion, signal?: AbortSignal): Promise<DnsReply | { readonly reason: DnsFailure }>;
  close(): void;
}

export type DnsQuerier = Pick<Dns, 'query'>;

interface DnsOptions {
  /** `ip[:port]`, IPv6 in brackets if a port follows. Empty: the system's servers and its hosts file. */
  readonly servers?: readonly string[];
  /** Limit for one query including its retries. */
  readonly timeoutMs?: number;
  readonly tries?: number;
  /** Read before the servers are queried; only without `servers`. */
  readonly hostsFile?: string;
}

const FAILURES: Readonly<Record<string, DnsFailure>> = {
  ENOTFOUND: 'nxdomain',
  ENODATA: 'nodata',
  ESERVFAIL: 'servfail',
  EAI_AGAIN: 'servfail',
  EREFUSED: 'refused',
  ETIMEOUT: 'timeout',
  ECONNREFUSED: 'unreachable',
  EBADNAME: 'bad_name',
  ECANCELLED: 'cancelled',
};

/** Letters, digits, hyphens and underscores; nothing that c-ares would treat as an escape. */
function isQueryName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH + 1) return false;
  return /^(?:\*\.)?[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*\.?$/i.test(name);
}

export function createDns(options: DnsOptions = {}): Dns {
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const tries = options.tries ?? DEFAULT_TRIES;
  const tryMs = Math.ceil(timeoutMs / tries);
  const resolver = new Resolver({ timeout: tryMs, maxTimeout: tryMs, tries });
  const custom = options.servers !== undefined && options.servers.length > 0;
  if (custom) resolver.setServers(options.servers);
  // Not the system's getaddrinfo: it runs on four threads, and a few unanswered names would block all
  // lookups.
  const hosts = custom ? undefined : new HostsFile(options.hostsFile);
  const slots = new FairSlots({
    limit: MAX_CONCURRENT_QUERIES,
    perNetwork: MAX_QUERIES_PER_OWNER,
    alone: MAX_CONCURRENT_QUERIES / 2,
    maxWaiting: MAX_WAITING_PER_OWNER,
    maxWaitMs: MAX_QUEUED_MS,
  });

  async function answer<Found>(
    work: () => Promise<Found[]>,
    signal?: AbortSignal,
  ): Promise<DnsAnswer<Found>> {
    let release: () => void;
    try {
      signal?.throwIfAborted();
      const owner = currentOwner() ?? 'the server';
      release = await slots.take({ network: owner, key: owner }, () => signal);
    } catch (error) {
      return { ok: false, reason: error instanceof ShareUsedUp ? 'overloaded' : 'cancelled' };
    }
    const lookup = work().then(
      (records): DnsAnswer<Found> =>
        records.length > 0 ? { ok: true, records } : { ok: false, reason: 'nodata' },
      (error): DnsAnswer<Found> => ({ ok: false, reason: toDnsFailure(error) }),
    );
    // The slot is held until the query has really ended: c-ares does not stop when we do.
    lookup.then(release);
    return withTimeout(timeoutMs, lookup);
  }

  async function query<T extends RecordType>(name: string, type: T, signal?: AbortSignal) {
    if (!isQueryName(name)) return { ok: false as const, reason: 'bad_name' as const };
    const found = await answer<RecordsByType[T]>(() => ask[type](resolver, name), signal);
    if (found.ok || found.reason !== 'nxdomain' || !(await deniesRoot())) return found;
    return { ok: false as const, reason: 'bad_response' as const };
  }

  async function reply(question: WireQuestion, signal?: AbortSignal) {
    if (!isQueryName(question.name)) return { reason: 'bad_name' as const };
    const found = await answer(async () => [await replyOfAny(resolver.getServers(), question)], signal);
    if (!found.ok) return { reason: found.reason };
    const [whole] = found.records;
    const isProven = whole?.rcode !== 'NXDOMAIN' || whole.authorities.some(({ type }) => type === 'SOA');
    return whole && (isProven || !(await deniesRoot())) ? whole : { reason: 'bad_response' as const };
  }

  let root: { readonly denied: Promise<boolean>; readonly until: number } | undefined;

  /**
   * Whether the resolver denies that the root exists: then it denies everything, as those of offline hosts and closed
   * networks do, and its NXDOMAIN says nothing about a name.
   */
  function deniesRoot(): Promise<boolean> {
    if (root === undefined || root.until < performance.now()) {
      const denied = replyOfAny(resolver.getServers(), { name: '.', type: 'NS' }).then(
        ({ rcode }) => rcode === 'NXDOMAIN',
        () => false,
      );
      root = { denied, until: performance.now() + ROOT_CHECK_MS };
    }
    return root.denied;
  }

  /** Queries each server in turn, as often as the retries allow; one server's refusal is not final. */
  async function replyOfAny(servers: readonly string[], question: WireQuestion): Promise<DnsReply> {
    let failure: unknown = new DnsWireFailure('unreachable');
    let refused: DnsReply | undefined;
    for (let turn = 0; turn < Math.max(tries, servers.length); turn += 1) {
      const server = servers[turn % Math.max(1, servers.length)];
      if (server === undefined) break;
      try {
        const found = await askWire(server, question, tryMs);
        if (found.rcode === 'NOERROR' || found.rcode === 'NXDOMAIN') return found;
        refused = found;
      } catch (error) {
        if (!(error instanceof DnsWireFailure)) throw error;
        failure = error;
      }
    }
    if (refused) return refused;
    throw failure;
  }

  async function resolveAddresses(host: string, signal?: AbortSignal): Promise<AddressAnswer> {
    const fromHostsFile = (await hosts?.findAddresses(host)) ?? [];
    if (fromHostsFile.length > 0) return { ok: true, records: [...fromHostsFile] };
    const [a, aaaa] = await Promise.all([query(host, 'A', signal), query(host, 'AAAA', signal)]);
    if (!a.ok && !aaaa.ok) return isAbsence(a.reason) ? aaaa : a;
    const v4 = a.ok ? a.records.map(({ address }) => address) : [];
    const v6 = aaaa.ok ? aaaa.records.map(({ address }) => address) : [];
    const records = interleave(v4, v6);
    if (!a.ok && !isAbsence(a.reason))
      return { ok: true, records, unanswered: { type: 'A', reason: a.reason } };
    if (!aaaa.ok && !isAbsence(aaaa.reason))
      return { ok: true, records, unanswered: { type: 'AAAA', reason: aaaa.reason } };
    return { ok: true, records };
  }

  return { resolveAddresses, query, reply, close: () => resolver.cancel() };
}

function toDnsFailure(error: unknown): DnsFailure {
  return error instanceof DnsWireFailure ? error.reason : (FAILURES[codeOf(error)] ?? 'bad_response');
}

function isAbsence(reason: DnsFailure): boolean {
  return reason === 'nxdomain' || reason === 'nodata';
}

/** Alternates address families, so that an unreachable one delays the other by a single attempt. */
function interleave(left: readonly string[], right: readonly string[]): string[] {
  const longest = Math.max(left.length, right.length);
  return Array.from({ length: longest }, (_, i) => [left[i], right[i]])
    .flat()
    .filter((address) => address !== undefined);
}

async function withTimeout<Found>(
  timeoutMs: number,
  lookup: Promise<DnsAnswer<Found>>,
): Promise<DnsAnswer<Found>> {
  const timedOut = Promise.withResolvers<DnsAnswer<Found>>();
  const timer = setTimeout(() => timedOut.resolve({ ok: false, reason: 'timeout' }), timeoutMs);
  try {
    return await Promise.race([lookup, timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** How long a file is trusted before its modification time is checked again. */
const freshMs = 1_000;

const systemHostsFile =
  process.platform === 'win32'
    ? path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** Names in the hosts file, which c-ares, unlike getaddrinfo, does not read. */
class HostsFile {
  readonly #file: string;
  #addresses = new Map<string, string[]>();
  #version = '';
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(file = systemHostsFile) {
    this.#file = file;
  }

  async findAddresses(host: string): Promise<readonly string[]> {
    if (performance.now() - this.#checkedAt > freshMs) await this.#refresh();
    return this.#addresses.get(canonicalName(host)) ?? [];
  }

  /** A missing or unreadable file has no names. */
  async #refresh(): Promise<void> {
    this.#checkedAt = performance.now();
    const facts = await stat(this.#file).catch(() => undefined);
    const version = facts ? `${facts.mtimeMs} ${facts.size}` : '';
    if (version === this.#version) return;
    this.#addresses = parseHosts(facts ? await readFile(this.#file, 'utf8').catch(() => '') : '');
    this.#version = version;
  }
}

function parseHosts(text: string): Map<string, string[]> {
  const addresses = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map(canonicalName)) {
      addresses.set(name, [...(addresses.get(name) ?? []), address]);
    }
  }
  return addresses;
}

const canonicalName = (name: string): string => name.toLowerCase().replace(/\.$/, '');
