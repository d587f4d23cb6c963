import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { decode, encode } from 'dns-packet';
import { handleRequests } from '../child.ts';

/** Eight megabytes of small elements: extracting the article takes seconds. */
const largePage = `<title>x</title>${'<b>x</b>'.repeat(1_000_000)}`;
/** Spans that claim a table of millions of cells. */
const tables = `<title>x</title>${`<table>${'<tr><td rowspan=1000 colspan=1000>x'.repeat(2_000)}</table>`.repeat(10)}`;
const small = '<title>small</title><table><tr><th>a<tr><td>1</table>';

export interface Targets {
  readonly pages: number;
  readonly hanging: number;
  readonly names: number;
}

/** Targets of the benchmark's callers: pages, a host that never responds, and a name server that knows all names. */
async function start(): Promise<Targets> {
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const { url = '' } = request;
    response.end(url.startsWith('/bomb') ? largePage : url.startsWith('/tables') ? tables : small);
  });
  // Accepts the request and never responds.
  const hanging = net.createServer((socket) => socket.on('error', () => {}).resume());
  for (const server of [pages, hanging])
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const [first, second] = [pages, hanging].map((server) => (server.address() as AddressInfo).port);
  const names = createSocket('udp4', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    if (!question || question.name.endsWith('silent.example.com')) return;
    const { name, type } = question;
    const answers = type === 'A' ? [{ name, type, ttl: 0, data: '127.0.0.1' } as const] : [];
    names.send(encode({ type: 'response', id: id ?? 0, flags: 0x180, questions, answers }), port, address);
  });
  names.bind(0, '127.0.0.1');
  await once(names, 'listening');
  return { pages: first ?? 0, hanging: second ?? 0, names: names.address().port };
}

handleRequests(start);
