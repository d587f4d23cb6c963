/** The upper bound: long polling with only node:http, messages in memory, and one body for all waiting readers. */
import http from 'node:http';
import { handleRequests } from '../child.ts';

interface Message {
  readonly id: number;
  readonly json: string;
}
const recent: Message[] = [];
let lastId = 0;
const waiting: http.ServerResponse[] = [];

function pageAfter(since: number): Buffer {
  const found = recent.filter(({ id }) => id > since).map(({ json }) => json);
  return Buffer.from(`{"messages":[${found.join(',')}],"next_since_id":${lastId}}`);
}

function answer(response: http.ServerResponse, body: Buffer): void {
  response.writeHead(200, ['content-type', 'application/json', 'content-length', String(body.length)]);
  response.end(body);
}

const server = http.createServer((request, response) => {
  if (request.method === 'GET') {
    const since = Number(/since_id=(\d+)/.exec(request.url ?? '')?.[1]);
    if (since < lastId) answer(response, pageAfter(since));
    else waiting.push(response);
    return;
  }
  let text = '';
  request.on('data', (chunk) => {
    text += chunk;
  });
  request.on('end', () => {
    const { body } = JSON.parse(text) as { body: string };
    const at = new Date().toISOString();
    recent.push({
      id: ++lastId,
      json: JSON.stringify({ id: lastId, room: 'lobby', from: 'bench', body, at }),
    });
    if (recent.length > 200) recent.shift();
    const page = Buffer.from(`{"messages":[${recent.at(-1)!.json}],"next_since_id":${lastId}}`);
    answer(response, Buffer.from('{}'));
    for (const reader of waiting.splice(0)) answer(reader, page);
  });
});
server.listen(0, '127.0.0.1', 10_000);
handleRequests(async () => (server.address() as { port: number }).port);
