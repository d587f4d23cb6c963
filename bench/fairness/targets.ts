import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { handleRequests } from '../child.ts';

/** Eight megabytes of small elements: extracting the article takes seconds. */
const largePage = `<title>x</title>${'<b>x</b>'.repeat(1_000_000)}`;
const small = '<title>small</title><table><tr><th>a<tr><td>1</table>';

/** Targets of the benchmark's callers: one that responds, and one that never does. */
async function start(): Promise<{ pages: number; hanging: number }> {
  const pages = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(request.url?.startsWith('/bomb') ? largePage : small);
  });
  // Accepts the request and never responds.
  const hanging = net.createServer((socket) => socket.on('error', () => {}).resume());
  for (const server of [pages, hanging])
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const [first, second] = [pages, hanging].map((server) => (server.address() as AddressInfo).port);
  return { pages: first ?? 0, hanging: second ?? 0 };
}

handleRequests(start);
