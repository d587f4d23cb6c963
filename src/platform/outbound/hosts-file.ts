import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import path from 'node:path';

/** How long a file is trusted before its modification time is checked again. */
const freshMs = 1_000;

const systemHostsFile =
  process.platform === 'win32'
    ? path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'drivers', 'etc', 'hosts')
    : '/etc/hosts';

/** Names in the hosts file, which c-ares, unlike getaddrinfo, does not read. */
export class HostsFile {
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
