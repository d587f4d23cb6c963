import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import {
  encodeAnswer,
  type Question,
  RCODE,
  type Records,
  type ResourceRecord,
  readQuestion,
  type ZoneType,
} from './dns-message.ts';

type Answer = Records | 'servfail' | 'refused' | 'nxdomain' | 'drop' | 'garbage';

/** A list is returned in turn, one element per query of the same type, then the last one repeatedly (DNS rebinding). */
export type Zone = Readonly<Record<string, Answer | readonly Answer[]>>;

export interface Asked {
  readonly name: string;
  readonly type: string;
  readonly transport: 'udp' | 'tcp';
}

export interface DnsServer {
  /** `ip:port`, as in KITH_DNS_SERVERS. */
  readonly address: string;
  /** Every query so far. */
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

const DEFAULT_TTL = 60;
/** An unassigned response code (RFC 6895, 2.3). */
const unassignedRcode = 13;
const MAX_CNAMES = 8;

/**
 * A small recursive resolver over UDP and TCP on loopback that knows only the given zone. Other names do not exist. A
 * response too large for UDP is truncated, and TCP returns it whole.
 */
export async function startDnsServer(zone: Zone, { remember = true } = {}): Promise<DnsServer> {
  const asked: Asked[] = [];
  const turns = new Map<string, number>();

  function respond(query: Buffer, transport: 'udp' | 'tcp'): Buffer | null {
    const question = readQuestion(query);
    if (question === null) return null;
    // Every real resolver knows the root; a zone with '.' says what this one answers.
    const isRoot = question.name === '';
    if (isRoot && zone['.'] === undefined) return encodeAnswer(question, RCODE.noerror, [], transport);
    if (remember && !isRoot) asked.push({ name: question.name, type: question.type, transport });
    const entry = take(isRoot ? '.' : question.name, question.type);
    if (entry === 'drop') return null;
    if (entry === 'garbage') return encodeAnswer(question, unassignedRcode, [], transport);
    if (entry === 'servfail' || entry === 'refused' || entry === 'nxdomain')
      return encodeAnswer(question, RCODE[entry], [], transport);
    if (entry?.failing?.includes(question.type)) return encodeAnswer(question, RCODE.servfail, [], transport);
    const { rcode, records } = resolve(question, entry);
    const authorities = records.length === 0 ? authorityOf(question.name) : [];
    return encodeAnswer(question, rcode, records, transport, authorities);
  }

  /** The SOA of the zone that contains a name. */
  function authorityOf(name: string): ResourceRecord[] {
    const labels = name.split('.');
    const above = labels.map((_, index) => labels.slice(index).join('.'));
    for (const owner of above) {
      const entry = zone[owner];
      if (entry === undefined || typeof entry === 'string' || isList(entry) || !entry.SOA) continue;
      return [{ name: owner, type: 'SOA', ttl: entry.ttl ?? DEFAULT_TTL, value: entry.SOA }];
    }
    return [];
  }

  function take(name: string, type: string): Answer | null {
    const entry = zone[name] ?? zone[`*.${name.split('.').slice(1).join('.')}`];
    if (entry === undefined) return null;
    if (!isList(entry)) return entry;
    const key = `${name} ${type}`;
    const turn = turns.get(key) ?? 0;
    turns.set(key, turn + 1);
    return entry[Math.min(turn, entry.length - 1)] ?? null;
  }

  function resolve(question: Question, entry: Records | null): { rcode: number; records: ResourceRecord[] } {
    const records: ResourceRecord[] = [];
    let name = question.name;
    let current: Answer | null = entry;
    for (let i = 0; i < MAX_CNAMES; i += 1) {
      if (current === null) return { rcode: exists(name) ? RCODE.noerror : RCODE.nxdomain, records };
      if (typeof current === 'string') return { rcode: RCODE.servfail, records: [] };
      const found = recordsOf(name, question.type, current);
      records.push(...found);
      if (found.length > 0 || current.CNAME === undefined) break;
      records.push({ name, type: 'CNAME', ttl: current.ttl ?? DEFAULT_TTL, value: current.CNAME });
      name = current.CNAME.toLowerCase();
      current = take(name, question.type);
    }
    return { rcode: RCODE.noerror, records };
  }

  /** A parent of an existing name exists without records (RFC 8020). */
  function exists(name: string): boolean {
    return Object.keys(zone).some((other) => other.endsWith(`.${name}`));
  }

  const { tcp, udp, port } = await bind();
  udp.on('message', (query: Buffer, from: RemoteInfo) => {
    const answer = respond(query, 'udp');
    if (answer !== null) udp.send(answer, from.port, from.address);
  });
  tcp.on('connection', (socket) => serveTcp(socket, (query) => respond(query, 'tcp')));

  return {
    address: `127.0.0.1:${port}`,
    asked,
    async close() {
      udp.close();
      tcp.close();
      await Promise.all([once(udp, 'close'), once(tcp, 'close')]);
    },
  };
}

function isList(entry: Answer | readonly Answer[]): entry is readonly Answer[] {
  return Array.isArray(entry);
}

function recordsOf(name: string, type: ZoneType, records: Records): ResourceRecord[] {
  const ttl = records.ttl ?? DEFAULT_TTL;
  const values = [records[type] ?? []].flat();
  return values.map((value) => ({ name, type, ttl, value }) as ResourceRecord);
}

/** UDP and TCP on one port: TCP finds a free one; if UDP is taken there, another is tried. */
async function bind(): Promise<{ tcp: Server; udp: UdpSocket; port: number }> {
  for (let i = 0; ; i += 1) {
    const tcp = createServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    try {
      udp.bind(port, '127.0.0.1');
      await once(udp, 'listening');
      return { tcp, udp, port };
    } catch (error) {
      tcp.close();
      if (i >= 8) throw error;
    }
  }
}

/** RFC 1035 4.2.2: each message is preceded by its length. */
function serveTcp(socket: Socket, respond: (query: Buffer) => Buffer | null): void {
  let buffered = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 2 && buffered.length >= 2 + buffered.readUInt16BE(0)) {
      const end = 2 + buffered.readUInt16BE(0);
      const answer = respond(buffered.subarray(2, end));
      buffered = buffered.subarray(end);
      if (answer === null) return;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(answer.length);
      socket.write(Buffer.concat([length, answer]));
    }
  });
  socket.on('end', () => socket.end());
}
