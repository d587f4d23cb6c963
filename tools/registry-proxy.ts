/**
 * `node tools/registry-proxy.ts HOST`: an HTTP proxy that connects only to one host, prints its own address,
 * and reports every other requested host on standard error.
 */
import { createServer } from 'node:http';
import { connect } from 'node:net';

const [allowed = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  const url = URL.parse(request.url ?? '');
  process.stderr.write(`refused ${url?.host ?? 'a request without a host'}\n`);
  response.writeHead(403).end();
});
server.on('connect', ({ url = '' }, socket, head) => {
  const [host = '', port = '443'] = url.split(':');
  if (host !== allowed) {
    process.stderr.write(`refused ${host}\n`);
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    return;
  }
  const upstream = connect(Number(port), host, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
