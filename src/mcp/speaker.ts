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
import { fieldsFor } from '../platform/http/corrected-call.ts';
import type { RequestFacts } from '../platform/http/route.ts';
import { createInputParser } from '../platform/http/validation.ts';
import type { InnerCalls, InnerInput } from './inner-call.ts';
import { paymentHeaders } from './payment.ts';
import type { PromptBook } from './prompts.ts';
import type { ResourceBook } from './resources.ts';
import { errorResult, refusalResult, toToolResult } from './result.ts';
import { inForm, type ResultForm } from './result-form.ts';
import type { Sessions } from './sessions.ts';
import type { Bench, Tool } from './tool.ts';

interface SpeakerParts {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly instructions: string;
  readonly tools: readonly Tool[];
  readonly resources: ResourceBook;
  readonly prompts: PromptBook;
  readonly calls: InnerCalls;
  readonly sessions: Pick<Sessions, 'bind' | 'keyOf'>;
  readonly onError: (error: unknown) => void;
}

const fault = {
  error: 'something went wrong on our side',
  hint: 'Try again; if it stays, tell the operator the x-request-id of this answer.',
  code: 'internal',
  status: 500,
};

/** `find_work` becomes a readable title. */
const titleOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

type Listed = Omit<Tool, 'output' | 'run'> & { readonly output?: TObject | undefined };

/** A schema as plain JSON, without TypeBox's internal properties. */
const asJson = (schema: TObject): { type: 'object' } => ({
  ...JSON.parse(JSON.stringify(schema)),
  type: 'object',
});

/** Every tool accepts a key, for clients that keep neither a session nor a header. */
const withKey = ({ type: _type, properties, required: _required, ...rest }: TObject): TObject =>
  Type.Object({ ...properties, api_key: Type.Optional(Type.String()) }, rest);

const presentTool = ({ name, does, input, output, hints }: Listed): ListToolsResult['tools'][number] => ({
  name,
  title: titleOf(name),
  description: does,
  inputSchema: asJson(withKey(input)),
  ...(output && { outputSchema: asJson(output) }),
  annotations: { ...hints },
});

/** Speaks MCP for a service: each message gets its own server instance, bound to its sender. */
export class Speaker {
  readonly #parts: SpeakerParts;
  readonly #list: Readonly<Record<ResultForm, ListToolsResult['tools']>>;
  readonly #tools: ReadonlyMap<string, { tool: Tool; read: (args: unknown) => unknown }>;

  constructor(parts: SpeakerParts) {
    this.#parts = parts;
    this.#list = {
      structured: parts.tools.map(presentTool),
      // A tool with an output schema must return structured content.
      text: parts.tools.map((each) => presentTool({ ...each, output: undefined })),
    };
    this.#tools = new Map(
      parts.tools.map((tool) => [
        tool.name,
        { tool, read: createInputParser(withKey(tool.input), 'arguments') },
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
    const { name, title, version, instructions } = this.#parts;
    const server = new Server(
      { name, title, version },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: this.#list[form] }));
    server.setRequestHandler('tools/call', async ({ params }) => inForm(await this.#use(params, from), form));
    const { resources, prompts } = this.#parts;
    server.setRequestHandler('resources/list', async () => ({ resources: resources.list() }));
    server.setRequestHandler('resources/templates/list', async () => ({
      resourceTemplates: resources.templates(),
    }));
    server.setRequestHandler('resources/read', async ({ params }) => {
      const { answerOf } = await this.#createBench({}, from, undefined);
      return resources.read(params.uri, answerOf);
    });
    server.setRequestHandler('prompts/list', async () => ({ prompts: prompts.list() }));
    server.setRequestHandler('prompts/get', async ({ params }) => prompts.get(params.name, params.arguments));
    return server;
  }

  async #use({ name, arguments: args = {}, _meta }: CallToolRequest['params'], from: RequestFacts) {
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
      return await tool.run(input as never, await this.#createBench(paymentHeaders(_meta), from, key));
    } catch (error) {
      const mended = errorResult(
        error,
        `Like this: ${name} ${JSON.stringify(fieldsFor(tool.input, args, 'text'))}`,
      );
      if (mended) return mended;
      // A disconnected client gets no response, which is not an error.
      if (!from.signal.aborted) this.#parts.onError(error);
      return refusalResult(fault);
    }
  }

  /**
   * Acts with the key of the request's header, otherwise with the one passed, otherwise with the session's.
   */
  async #createBench(
    payment: Record<string, string>,
    from: RequestFacts,
    passed: string | undefined,
  ): Promise<Bench> {
    const { calls, sessions } = this.#parts;
    const header = from.headers['mcp-session-id'];
    const session = typeof header === 'string' ? header : undefined;
    const hasOwn = from.headers.authorization !== undefined || from.headers['x-ally-key'] !== undefined;
    const key = hasOwn ? undefined : (passed ?? (await sessions.keyOf(session)));
    const acting = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const answerOf = (route: string, input: InnerInput = {}) =>
      calls.call(route, { ...input, headers: { ...acting, ...payment, ...input.headers } }, from);
    return {
      answerOf,
      call: async (route, input): Promise<CallToolResult> => toToolResult(await answerOf(route, input)),
      hasKey: hasOwn || key !== undefined,
      bind: (newKey) => sessions.bind(session, newKey),
      keepKey: async (answer) => {
        if (passed !== undefined && answer.status < 400) await sessions.bind(session, passed);
        return toToolResult(answer);
      },
    };
  }
}
