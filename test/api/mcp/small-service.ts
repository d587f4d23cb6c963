import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { InnerClient } from '../../../src/mcp/inner-client.ts';
import { McpServer } from '../../../src/mcp/mcp-server.ts';
import { createPrompts } from '../../../src/mcp/prompts.ts';
import { createResources } from '../../../src/mcp/resources.ts';
import type { Tool } from '../../../src/mcp/tool.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { type BoundRoute, bind, type RequestFacts, type Route } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { ServerKey } from '../../../src/platform/keys/server-key.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Metrics } from '../../../src/platform/metrics.ts';

type Sent = Partial<Omit<RequestFacts, 'network' | 'id'>>;

export interface SmallService {
  readonly calls: InnerClient;
  readonly errors: unknown[];
  /** Sends one `tools/call`; returns the result. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into results whose shape is what it tests
  use(tool: string, args?: object, meta?: object, sent?: Sent): Promise<any>;
}

/** A service of a few routes that need no database, with MCP tools. */
export async function smallService(
  t: TestContext,
  routes: Route<undefined>[],
  tools: (routes: () => readonly BoundRoute[]) => readonly Tool[],
): Promise<SmallService> {
  const serverKey = new ServerKey(Buffer.alloc(32, 1));
  const bound = bind(routes, undefined);
  const log = createLog({ level: 'info', destination: new PassThrough().resume() });
  const app = await createServer(
    { name: 'small', baseUrl: 'http://small.test', apiVersion: '1.0.0', routes: bound, authenticators: {} },
    {
      log,
      metrics: new Metrics(),
      clock: systemClock,
      trustProxy: undefined,
      ownUrls: () => [],
      serverKey,
    } as never,
  );
  await app.ready();
  t.after(() => app.close());
  const calls = new InnerClient(bound, () => app);
  const errors: unknown[] = [];
  const server = new McpServer({
    name: 'small',
    title: 'small',
    version: '1',
    instructions: '',
    tools: tools(() => calls.routes),
    calls,
    resources: createResources('city'),
    prompts: createPrompts('city'),
    sessions: { bind: async () => false, findKey: async () => undefined },
    onError: (error) => void errors.push(error),
  });
  return {
    calls,
    errors,
    use: async (name, args = {}, meta, sent = {}) => {
      const params = { name, arguments: args, ...(meta && { _meta: meta }) };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
      const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      const body = JSON.stringify(message);
      const request = new Request('http://small.test/mcp', { method: 'POST', headers, body });
      const answer = await server.answer(request, message, factsOf(sent), 'structured');
      return withJson(((await answer.json()) as { result: CallToolResult }).result);
    },
  };
}

const factsOf = (sent: Sent): RequestFacts => ({
  id: 'r-1',
  method: 'POST',
  url: '/mcp',
  paidBy: () => {},
  whenAnswered: () => {},
  network: '192.0.2.9',
  ip: '192.0.2.9',
  host: 'small.test',
  headers: {},
  signal: new AbortController().signal,
  ...sent,
});

/** A result with its JSON in structuredContent; a refusal has it in its text. */
export function withJson(result: CallToolResult): CallToolResult {
  const [first] = result.content ?? [];
  if (result.structuredContent || first?.type !== 'text' || !/^[{]/.test(first.text)) return result;
  try {
    return { ...result, structuredContent: JSON.parse(first.text) };
  } catch {
    return result;
  }
}
