import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { type Answer, decode, encode, type Packet, RECURSION_DESIRED } from 'dns-packet';

/** A reply with what `node:dns` omits: response code, TTLs, the authority's SOA. */
export interface DnsReply {
  /** IANA mnemonic: NOERROR, NXDOMAIN, SERVFAIL. */
  readonly rcode: string;
  readonly answers: readonly Answer[];
  readonly authorities: readonly Answer[];
  /** The resolver states that it validated the signatures (DNSSEC). */
  readonly authenticated: boolean;
}

export class DnsWireFailure extends Error {
  readonly reason: 'timeout' | 'unreachable' | 'bad_response';

  constructor(reason: DnsWireFailure['reason'], cause?: unknown) {
    super(`DNS: ${reason}`, { cause });
    this.reason = reason;
  }
}

export interface WireQuestion {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'CAA' | 'CNAME' | 'MX' | 'NS' | 'PTR' | 'SOA' | 'SRV' | 'TXT';
}

/** Passes nearly every network unfragmented (DNS flag day 2020). */
const ednsBytes = 1_232;
const dnsPort = 53;
const maxMessageBytes = 65_535;

/** One query to one server (RFC 1035): over UDP, then over TCP if the response is truncated. */
export async function askWire(server: string, question: WireQuestion, timeoutMs: number): Promise<DnsReply> {
  const { host, port } = parseServer(server);
  const until = Date.now() + timeoutMs;
  const short = await byUdp(host, port, question, timeoutMs);
  const packet = short.flag_tc ? await byTcp(host, port, question, Math.max(1, until - Date.now())) : short;
  return {
    rcode: packet.rcode,
    answers: packet.answers ?? [],
    authorities: packet.authorities ?? [],
    authenticated: packet.flag_ad,
  };
}

type DecodedMessage = Packet & {
  readonly rcode: string;
  readonly flag_tc: boolean;
  readonly flag_ad: boolean;
};

const buildPacket = ({ name, type }: WireQuestion, id: number): Packet => ({
  type: 'query',
  id,
  // AD in a query requests the validation status (RFC 6840, 5.7).
  flags: RECURSION_DESIRED | 0x20,
  questions: [{ name, type, class: 'IN' }],
  additionals: [
    {
      type: 'OPT',
      name: '.',
      udpPayloadSize: ednsBytes,
      extendedRcode: 0,
      ednsVersion: 0,
      flags: 0,
      flag_do: false,
      options: [],
    },
  ],
});

function byUdp(
  host: string,
  port: number,
  question: WireQuestion,
  timeoutMs: number,
): Promise<DecodedMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<DecodedMessage>();
  const id = randomInt(0x1_0000);
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  const timer = setTimeout(() => reject(new DnsWireFailure('timeout')), timeoutMs);
  const unreachable = (error: unknown) => reject(new DnsWireFailure('unreachable', error));
  socket.on('error', unreachable);
  // A message that does not match the query may be forged: the genuine one can still arrive.
  socket.on('message', (message) => {
    const found = answerTo(question, id, message);
    if (found) resolve(found);
  });
  // Connected, so that the kernel drops packets from other addresses.
  socket.connect(port, host, () => {
    socket.send(encode(buildPacket(question, id)), (error) => error && unreachable(error));
  });
  return promise.finally(() => {
    clearTimeout(timer);
    socket.close();
  });
}

async function byTcp(
  host: string,
  port: number,
  question: WireQuestion,
  timeoutMs: number,
): Promise<DecodedMessage> {
  const id = randomInt(0x1_0000);
  const message = encode(buildPacket(question, id));
  const socket = connect({ host, port, signal: AbortSignal.timeout(timeoutMs) });
  try {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(message.length);
    socket.write(Buffer.concat([length, message]));
    let received = Buffer.alloc(0);
    const chunks: AsyncIterable<Buffer> = socket;
    for await (const chunk of chunks) {
      received = Buffer.concat([received, chunk]);
      if (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) break;
      if (received.length > maxMessageBytes + 2) break;
    }
    const found =
      received.length < 2 ? null : answerTo(question, id, received.subarray(2, 2 + received.readUInt16BE(0)));
    if (found) return found;
    throw new DnsWireFailure('bad_response');
  } catch (error) {
    if (error instanceof DnsWireFailure) throw error;
    const isTimeout = error instanceof Error && /^(?:Abort|Timeout)Error$/.test(error.name);
    throw new DnsWireFailure(isTimeout ? 'timeout' : 'unreachable', error);
  } finally {
    socket.destroy();
  }
}

function answerTo({ name, type }: WireQuestion, id: number, message: Buffer): DecodedMessage | null {
  let packet: Packet;
  try {
    packet = decode(message);
  } catch {
    return null;
  }
  const [repeated] = packet.questions ?? [];
  const isSameQuestion = repeated?.name.toLowerCase() === name.toLowerCase() && repeated.type === type;
  return packet.type === 'response' && packet.id === id && isSameQuestion ? (packet as DecodedMessage) : null;
}

/** Parses `ip`, `ip:port` or `[ip]:port`. */
function parseServer(server: string): { host: string; port: number } {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(server);
  if (bracketed) return { host: bracketed[1] ?? '', port: Number(bracketed[2] ?? dnsPort) };
  if (isIPv6(server)) return { host: server, port: dnsPort };
  const [host = '', port] = server.split(':');
  return { host, port: Number(port ?? dnsPort) };
}
