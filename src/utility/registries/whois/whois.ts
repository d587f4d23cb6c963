import type { Socket } from 'node:net';
import { OutboundError } from '../../../platform/outbound/error.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';

const timeoutMs = 8_000;
const maxBytes = 64 * 1_024;

export interface WhoisServer {
  readonly host: string;
  readonly port: number;
}

/** One query of RFC 3912: sends a line, reads the response until the server closes the connection. */
export async function askWhois(
  outbound: Pick<Outbound, 'connect'>,
  { host, port }: WhoisServer,
  question: string,
  signal: AbortSignal,
): Promise<string> {
  const socket = await outbound.connect(host, port, { timeoutMs, signal });
  try {
    socket.write(`${question}\r\n`);
    return decodeText(await readAll(socket));
  } catch (error) {
    if (error instanceof OutboundError || signal.aborted) throw error;
    throw new OutboundError('bad_response', `The WHOIS server ${host} closed the connection early.`, error);
  } finally {
    socket.destroy();
  }
}

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const received: AsyncIterable<Buffer> = socket;
  for await (const chunk of received) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}

/** The protocol specifies no charset: decodes as UTF-8 if valid, otherwise as Latin-1. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}
