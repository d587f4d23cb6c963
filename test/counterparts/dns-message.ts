import ipaddr from 'ipaddr.js';

/** The wire format of RFC 1035 (with CAA of RFC 8659 and OPT of RFC 6891), as far as a test server needs it. */

/** The records of one name, as in a zone file. */
export interface Records {
  /** Types that are answered with SERVFAIL. */
  readonly failing?: readonly string[];
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly CNAME?: string;
  readonly MX?: readonly { priority: number; exchange: string }[];
  readonly TXT?: readonly (string | readonly string[])[];
  readonly NS?: readonly string[];
  readonly PTR?: readonly string[];
  readonly SRV?: readonly { priority: number; weight: number; port: number; name: string }[];
  readonly CAA?: readonly { flags: number; tag: string; value: string }[];
  readonly SOA?: {
    nsname: string;
    hostmaster: string;
    serial: number;
    refresh: number;
    retry: number;
    expire: number;
    minttl: number;
  };
  readonly ttl?: number;
}

export type ZoneType = Exclude<keyof Records, 'ttl' | 'failing'>;

type ValueOf<T> = T extends readonly (infer Item)[] ? Item : T;

export type ResourceRecord = {
  [T in ZoneType]: {
    readonly name: string;
    readonly type: T;
    readonly ttl: number;
    readonly value: ValueOf<NonNullable<Records[T]>>;
  };
}[ZoneType];

export interface Question {
  readonly id: number;
  readonly flags: number;
  readonly name: string;
  readonly type: ZoneType;
  /** The question section as received, which is echoed unchanged. */
  readonly raw: Buffer;
  /** Maximum size of a UDP response; null without EDNS. */
  readonly ednsBytes: number | null;
}

export const RCODE = { noerror: 0, servfail: 2, nxdomain: 3, refused: 5 } as const;

const CODES: Readonly<Record<ZoneType, number>> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  CAA: 257,
};
const OPT = 41;
const CLASS_IN = 1;
const HEADER_BYTES = 12;
const PLAIN_UDP_BYTES = 512;
const QR = 0x8000;
const TC = 0x0200;
const RD = 0x0100;
const RA = 0x0080;

/** Null for anything other than a single question of a type that this server knows. */
export function readQuestion(message: Buffer): Question | null {
  if (message.length < HEADER_BYTES || message.readUInt16BE(4) !== 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at]; length; length = message[at]) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = message.readUInt16BE(at + 1);
  const type = (Object.keys(CODES) as ZoneType[]).find((candidate) => CODES[candidate] === code);
  if (type === undefined) return null;
  const end = at + 5;
  const hasOpt = message.readUInt16BE(10) > 0 && message.readUInt16BE(end + 1) === OPT;
  return {
    id: message.readUInt16BE(0),
    flags: message.readUInt16BE(2),
    name: labels.join('.').toLowerCase(),
    type,
    raw: message.subarray(HEADER_BYTES, end),
    ednsBytes: hasOpt ? message.readUInt16BE(end + 3) : null,
  };
}

export function encodeAnswer(
  question: Question,
  rcode: number,
  records: readonly ResourceRecord[],
  transport: 'udp' | 'tcp',
  /** The SOA of the zone in a response without records (RFC 2308). */
  authorities: readonly ResourceRecord[] = [],
): Buffer {
  const whole = assemble(question, rcode, records, 0, authorities);
  const limit = transport === 'tcp' ? 65_535 : Math.max(PLAIN_UDP_BYTES, question.ednsBytes ?? 0);
  return whole.length <= limit ? whole : assemble(question, rcode, [], TC);
}

function assemble(
  question: Question,
  rcode: number,
  records: readonly ResourceRecord[],
  flags: number,
  authorities: readonly ResourceRecord[] = [],
): Buffer {
  const edns = question.ednsBytes !== null;
  const header = Buffer.concat([
    u16(question.id),
    u16(QR | RA | flags | (question.flags & RD) | rcode),
    u16(1),
    u16(records.length),
    u16(authorities.length),
    u16(edns ? 1 : 0),
  ]);
  const opt = edns ? [Buffer.of(0), u16(OPT), u16(1_232), u32(0), u16(0)] : [];
  return Buffer.concat([header, question.raw, ...[...records, ...authorities].map(encodeRecord), ...opt]);
}

function encodeRecord(record: ResourceRecord): Buffer {
  const data = encodeData(record);
  const head = [encodeName(record.name), u16(CODES[record.type]), u16(CLASS_IN), u32(record.ttl)];
  return Buffer.concat([...head, u16(data.length), data]);
}

function encodeData(record: ResourceRecord): Buffer {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return Buffer.from(ipaddr.parse(record.value).toByteArray());
    case 'NS':
    case 'CNAME':
    case 'PTR':
      return encodeName(record.value);
    case 'MX':
      return Buffer.concat([u16(record.value.priority), encodeName(record.value.exchange)]);
    case 'TXT':
      return Buffer.concat([record.value].flat().map(encodeString));
    case 'SRV': {
      const { priority, weight, port, name } = record.value;
      return Buffer.concat([u16(priority), u16(weight), u16(port), encodeName(name)]);
    }
    case 'CAA': {
      const { flags, tag, value } = record.value;
      return Buffer.concat([Buffer.of(flags), encodeString(tag), Buffer.from(value)]);
    }
    case 'SOA': {
      const { nsname, hostmaster, serial, refresh, retry, expire, minttl } = record.value;
      const numbers = [serial, refresh, retry, expire, minttl].map(u32);
      return Buffer.concat([encodeName(nsname), encodeName(hostmaster), ...numbers]);
    }
  }
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([...labels.map(encodeString), Buffer.of(0)]);
}

function encodeString(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
