import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into requests whose shape is what it tests
  readonly body: any;
}

/** The model's reaction to a request: a text, a custom response, or none at all. */
export type Behaviour = (
  asked: Asked,
) => string | { status: number; headers?: Record<string, string>; body: string } | 'hang';

/** A language model on loopback that speaks both wire formats: chat completions and Anthropic's messages. */
export class ModelCounterpart {
  readonly asked: Asked[] = [];
  readonly url: string;
  behave: Behaviour = () => 'hello';

  private constructor(url: string) {
    this.url = url;
  }

  static async start(test: { after(clean: () => unknown): void }): Promise<ModelCounterpart> {
    const server = http.createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => {
        text += chunk;
      });
      request.on('end', () => {
        const asked = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) };
        counterpart.asked.push(asked);
        const found = counterpart.behave(asked);
        if (found === 'hang') return;
        const answer = typeof found === 'string' ? { status: 200, body: spoken(asked, found) } : found;
        response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers });
        response.end(answer.body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    test.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const counterpart = new ModelCounterpart(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return counterpart;
  }
}

function spoken({ path }: Asked, text: string): string {
  if (path === '/v1/messages') {
    return JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    });
  }
  const message = { role: 'assistant', content: text };
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  });
}
