import {
  type CallToolRequest,
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { type TObject, Type } from 'typebox';
import { explainFields } from '../platform/http/corrected-call.ts';
import type { RequestFacts } from '../platform/http/route.ts';
import { createInputParser } from '../platform/http/validation.ts';
import type { InnerClient, InnerRequest } from './inner-client.ts';
import { paymentHeaders } from './payment.ts';
import type { PromptList } from './prompts.ts';
import type { ResourceList } from './resources.ts';
import { errorResult, refusalResult, toToolResult } from './result.ts';
import { formatResult, type ResultForm } from './result-form.ts';
import type { McpSessions } from './sessions.ts';
import type { Tool, ToolContext } from './tool.ts';

interface McpServerDependencies {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources: ResourceList;
  readonly prompts: PromptList;
  readonly calls: InnerClient;
  readonly sessions: Pick<McpSessions, 'bind' | 'findKey'>;
  readonly onError: (error: unknown) => void;
}

const internalError = {
  error: 'internal server error',
  hint: 'Try again; if it persists, send the operator the x-request-id of this response.',
  code: 'internal',
  status: 500,
};

/** `find_work` becomes a readable title. */
export const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type ToolListing = Omit<Tool, 'output' | 'run'> & { readonly output?: TObject | undefined };

/** A schema as plain JSON, without TypeBox's internal properties. */
export const toPlainSchema = (schema: TObject): { type: 'object' } => ({
  ...JSON.parse(JSON.stringify(schema)),
  type: 'object',
});

const withoutKey = ({ api_key: _, ...args }: Readonly<Record<string, unknown>>): object => args;

/** Every tool accepts a key, for clients that keep neither a session nor a header. */
const withKeyField = ({ type: _type, properties, required: _required, ...rest }: TObject): TObject =>
  Type.Object({ ...properties, api_key: Type.Optional(Type.String()) }, rest);

const presentTool = ({
  name,
  description,
  keyNote,
  input,
  output,
  hints,
}: ToolListing): ListToolsResult['tools'][number] => ({
  name,
  title: titleOf(name),
  description: keyNote === undefined ? description : `${description} ${keyNote}`,
  inputSchema: toPlainSchema(withKeyField(input)),
  ...(output && { outputSchema: toPlainSchema(output) }),
  annotations: { ...hints },
});

/** The MCP protocol of a service: each message gets its own server instance, bound to its sender. */
export class McpServer {
  readonly #deps: McpServerDependencies;
  readonly #list: Readonly<Record<ResultForm, ListToolsResult['tools']>>;
  readonly #tools: ReadonlyMap<string, { tool: Tool; read: (args: unknown) => unknown }>;

  constructor(deps: McpServerDependencies) {
    this.#deps = deps;
    this.#list = {
      structured: deps.tools.map(presentTool),
      // A tool with an output schema must return structured content.
      text: deps.tools.map((each) => presentTool({ ...each, output: undefined })),
    };
    this.#tools = new Map(
      deps.tools.map((tool) => [
        tool.name,
        { tool, read: createInputParser(withKeyField(tool.input), 'arguments') },
      ]),
    );
  }

  /** `request` is the message in the form that the protocol library expects. */
  async answer(request: Request, message: object, from: RequestFacts, form: ResultForm): Promise<Response> {
    if (!(await isLegacyRequest(request, message))) {
      // Tools and resources never change at runtime, so there is nothing to subscribe to.
      const modern = createMcpHandler(() => this.#server(from, form), {
        legacy: 'reject',
        maxSubscriptions: 0,
      });
      return modern.fetch(request, { parsedBody: message });
    }
    const server = this.#server(from, form);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  #server(from: RequestFacts, form: ResultForm): Server {
    const { name, title, version, instructions } = this.#deps;
    const server = new Server(
      { name, title, version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: this.#list[form] }));
    server.setRequestHandler('tools/call', async ({ params }) =>
      formatResult(await this.#callTool(params, from), form),
    );
    const { resources, prompts } = this.#deps;
    server.setRequestHandler('resources/list', async () => ({ resources: resources.list() }));
    server.setRequestHandler('resources/templates/list', async () => ({
      resourceTemplates: resources.templates(),
    }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const { callRaw } = await this.#createContext('any', {}, from, undefined);
      return resources.read(params.uri, callRaw);
    });
    server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.list() }));
    server.setRequestHandler('prompts/get', async ({ params }) => prompts.get(params.name, params.arguments));
    return server;
  }

  async #callTool({ name, arguments: args = {}, _meta }: CallToolRequest['params'], from: RequestFacts) {
    const found = this.#tools.get(name);
    if (!found) {
      const known = [...this.#tools.keys()].join(', ');
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `Unknown tool: ${name.slice(0, 60)}. The tools are ${known}`,
      );
    }
    const { tool, read } = found;
    try {
      const { api_key: key, ...input } = read(args) as { api_key?: string };
      const context = await this.#createContext(tool.calls, paymentHeaders(_meta), from, key);
      return await tool.run(input as never, context);
    } catch (error) {
      const refused = errorResult(error, explainFields(name, tool.input, withoutKey(args)));
      if (refused) return refused;
      // A disconnected client gets no response, which is not an error.
      if (!from.signal.aborted) this.#deps.onError(error);
      return refusalResult(internalError);
    }
  }

  /**
   * Acts with the key of the request's header, otherwise with the one passed, otherwise with the session's.
   */
  async #createContext(
    allowed: Tool['calls'],
    payment: Record<string, string>,
    from: RequestFacts,
    passedKey: string | undefined,
  ): Promise<ToolContext> {
    const { calls, sessions } = this.#deps;
    const header = from.headers['mcp-session-id'];
    const session = typeof header === 'string' ? header : undefined;
    const hasOwnKey = from.headers.authorization !== undefined || from.headers['x-ally-key'] !== undefined;
    const key = hasOwnKey ? undefined : (passedKey ?? (await sessions.findKey(session, from.network)));
    const auth = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const callRaw = async (route: string, input: InnerRequest = {}) => {
      if (allowed !== 'any' && !allowed.includes(route))
        throw new Error(`the tool does not declare ${route}`);
      return calls.call(route, { ...input, headers: { ...auth, ...payment, ...input.headers } }, from);
    };
    return {
      callRaw,
      call: async (route, input): Promise<CallToolResult> => toToolResult(await callRaw(route, input)),
      hasKey: hasOwnKey || key !== undefined,
      bind: (newKey) => sessions.bind(session, newKey, from.network),
      bindPassedKey: async (answer) => {
        if (passedKey !== undefined && answer.status < 400)
          await sessions.bind(session, passedKey, from.network);
        return toToolResult(answer);
      },
    };
  }
}
