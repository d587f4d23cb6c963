import { PassThrough } from 'node:stream';
import type { TestContext } from 'node:test';
import { type CallToolResult, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { Type } from 'typebox';
import { InnerClient } from '../../../src/mcp/inner-client.ts';
import { McpServer } from '../../../src/mcp/mcp-server.ts';
import type { PromptList } from '../../../src/mcp/prompts.ts';
import type { ResourceList } from '../../../src/mcp/resources.ts';
import { mcpRoute } from '../../../src/mcp/routes.ts';
import { readHints, type Tool, tool } from '../../../src/mcp/tool.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { bind } from '../../../src/platform/http/route.ts';
import { createServer } from '../../../src/platform/http/server.ts';
import { ServerKey } from '../../../src/platform/keys/server-key.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Metrics } from '../../../src/platform/metrics.ts';

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

const text = (words: string) => ({ type: 'text' as const, text: words });
const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const embedded = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'An embedded resource.' },
});

const suiteTool = (name: string, run: () => CallToolResult): Tool =>
  tool({
    name,
    description: `What the suite asks of ${name}.`,
    input: Type.Object({}),
    calls: [],
    hints: readHints,
    example: {},
    run: async () => run(),
  });

const tools: readonly Tool[] = [
  suiteTool('test_simple_text', () => ({ content: [text('This is a simple text response for testing.')] })),
  suiteTool('test_image_content', () => ({ content: [image] })),
  suiteTool('test_audio_content', () => ({ content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] })),
  suiteTool('test_embedded_resource', () => ({ content: [embedded('test://embedded-resource')] })),
  suiteTool('test_multiple_content_types', () => ({
    content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  })),
  suiteTool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  }),
];

const contentsOf = (uri: string) => {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id) return { uri, mimeType: 'application/json', text: JSON.stringify({ id, templateTest: true }) };
  if (uri === 'test://static-text') return { uri, mimeType: 'text/plain', text: 'A static text.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: png };
  throw new ResourceNotFoundError(uri);
};
const resources: ResourceList = {
  list: () => ['text', 'binary'].map((kind) => ({ uri: `test://static-${kind}`, name: `static-${kind}` })),
  templates: () => [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  read: async (uri) => ({ contents: [contentsOf(uri)] }),
};

type Given = Readonly<Record<string, string>>;
const says: Readonly<
  Record<string, (given: Given) => ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>>
> = {
  test_simple_prompt: () => text('This is a simple prompt for testing.'),
  test_prompt_with_arguments: ({ arg1, arg2 }) =>
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  test_prompt_with_embedded_resource: ({ resourceUri = '' }) => embedded(resourceUri),
  test_prompt_with_image: () => image,
};
const prompts: PromptList = {
  list: () => Object.keys(says).map((name) => ({ name, description: `What the suite asks of ${name}.` })),
  get: (name, given = {}) => {
    const content = says[name]?.(given) ?? text('');
    return {
      messages: [
        { role: 'user', content },
        { role: 'user', content: text('Please look at it.') },
      ],
    };
  },
};

/** The product's route and server, with the tools, resources and prompts that the public suite calls by name. */
export async function suiteService(t: TestContext): Promise<{ url: string; errors: unknown[] }> {
  const errors: unknown[] = [];
  const calls = new InnerClient([], () => app);
  const sessions = { bind: async () => false, findKey: async () => undefined };
  const facts = { name: 'suite', title: 'Suite', version: '1', instructions: '' };
  const server = new McpServer({
    ...facts,
    tools,
    resources,
    prompts,
    calls,
    sessions,
    onError: (error) => void errors.push(error),
  });
  // Without the limit, which needs a database.
  const { limits: _limits, ...unlimited } = mcpRoute;
  const routes = bind([unlimited], {
    server: async () => server,
    ownOrigins: () => [],
    sessions: { newId: () => '0'.repeat(64), end: async () => false },
  });
  const log = createLog({ level: 'info', destination: new PassThrough().resume() });
  const serverKey = new ServerKey(Buffer.alloc(32, 1));
  const app = await createServer(
    { name: 'suite', baseUrl: 'http://localhost', apiVersion: '1.0.0', routes, authenticators: {} },
    {
      log,
      metrics: new Metrics(),
      clock: systemClock,
      trustProxy: undefined,
      ownUrls: () => [],
      serverKey,
    } as never,
  );
  t.after(() => app.close());
  return {
    url: (await app.listen({ port: 0, host: '127.0.0.1' })).replace('127.0.0.1', 'localhost'),
    errors,
  };
}
