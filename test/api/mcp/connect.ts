import { after } from 'node:test';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { withJson } from './small-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test looks into results whose shape is what it tests
type Any = any;

export interface McpClient {
  readonly client: Client;
  /** Calls a tool, and returns its whole result. */
  use(name: string, args?: Record<string, unknown>, meta?: Record<string, unknown>): Promise<CallToolResult>;
  /** The JSON of a successful result. */
  ok(name: string, args?: Record<string, unknown>): Promise<Any>;
  /** The JSON of a result that is a refusal. */
  refused(name: string, args?: Record<string, unknown>): Promise<Any>;
}

interface ConnectOptions {
  headers?: Record<string, string>;
  /** Allows the client the newest revision too; otherwise it starts with `initialize`. */
  newest?: boolean;
  /** A client that shows its model only text. */
  textOnly?: boolean;
}

/** The official client, as an MCP host uses it. */
export async function connect(
  url: string,
  { headers = {}, newest = false, textOnly = false }: ConnectOptions = {},
): Promise<McpClient> {
  const client = new Client(
    { name: 'kith-test', version: '1.0.0' },
    newest ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${textOnly ? '?results=text' : ''}`), {
      requestInit: { headers },
    }),
  );
  after(() => client.close());
  // From now on the client checks every result against the tool's output schema.
  await client.listTools();
  const use: McpClient['use'] = async (name, args = {}, meta) =>
    withJson(
      (await client.callTool({ name, arguments: args, ...(meta && { _meta: meta }) })) as CallToolResult,
    );
  const json = async (name: string, args: Record<string, unknown> | undefined, isError: boolean) => {
    const result = await use(name, args);
    if ((result.isError === true) !== isError) throw new Error(`${name}: ${JSON.stringify(result)}`);
    return result.structuredContent;
  };
  return {
    client,
    use,
    ok: (name, args) => json(name, args, false),
    refused: (name, args) => json(name, args, true),
  };
}

export const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
