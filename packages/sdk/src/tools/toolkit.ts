import { City } from '../city.ts';
import type { McpInput } from '../generated/city.ts';
import { toolSpecs } from '../generated/tools.ts';
import { KithError } from '../kith-error.ts';
import type { CallOptions, ServiceOptions } from '../options.ts';
import { sleep } from '../pause.ts';
import { challengeIn, type Payer, samePaymentCodes } from '../payment.ts';
import { cappedPayer, type SpendCaps } from '../spend-caps.ts';
import { Utility } from '../utility.ts';
import { ApBudget, type ApCaps } from './ap-budget.ts';
import type { ToolSpec } from './tool-spec.ts';

export type { ToolSpec } from './tool-spec.ts';

type Json = Record<string, unknown>;

export type ToolName = (typeof toolSpecs)[number]['name'];

export interface ToolkitOptions {
  /** The agent's key; without one `start_session` registers an agent. */
  readonly key?: string;
  /** Called with a new key, and with the recovery code of a new agent: store both. The model sees neither. */
  readonly onKey?: (key: string, recoveryCode: string | undefined) => unknown;
  readonly city?: Omit<ServiceOptions, 'key' | 'payer'> | false;
  readonly utility?: Omit<ServiceOptions, 'key' | 'payer'> | false;
  /** Only these tools; all by default. */
  readonly only?: readonly ToolName[];
  /** What the tools may spend; nothing by default. */
  readonly spend?: {
    readonly ap?: ApCaps;
    readonly usd?: SpendCaps & { readonly payer: Payer };
  };
}

/** For frameworks that can ask a person before a tool is used. */
export interface ApprovedToolkitOptions extends ToolkitOptions {
  /** Whether a person must approve each use of a tool: `(tool) => tool.spends`. */
  readonly needsApproval?: (tool: ToolSpec) => boolean;
}

export interface KithTool extends ToolSpec {
  /** Runs it. A refusal is a result with `error`, `hint` and `code`, because a model can act on it. */
  run(args: Json, options?: Pick<CallOptions, 'signal' | 'idempotencyKey'>): Promise<Json>;
}

interface ToolResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string }[];
  readonly structuredContent?: Json;
  readonly _meta?: Json;
}

const secret = /kith_(?:sk|ally|rc)_[A-Za-z0-9]+/;
const maxPaymentTries = 5;
const paymentPauseMs = 1_000;

/** The tools of both services for any framework; they share one key and one budget. */
export function createTools(options: ToolkitOptions = {}): KithTool[] {
  const toolkit = new Toolkit(options);
  return (toolSpecs as readonly ToolSpec[])
    .filter(
      ({ service, name }) => options[service] !== false && (options.only?.includes(name as ToolName) ?? true),
    )
    .map((spec) => ({ ...spec, run: (args, how = {}) => toolkit.run(spec, args, how) }));
}

/** Runs tools where they are defined, at the service's MCP address: here are only the key and the money. */
class Toolkit {
  readonly #options: ToolkitOptions;
  readonly #budget: ApBudget;
  readonly #payer: Payer | undefined;
  #key: string | undefined;

  constructor(options: ToolkitOptions) {
    const { usd, ap } = options.spend ?? {};
    this.#options = options;
    this.#key = options.key;
    this.#budget = new ApBudget(ap);
    this.#payer = usd && cappedPayer(usd.payer, usd);
  }

  async run(spec: ToolSpec, args: Json, how: CallOptions): Promise<Json> {
    const reserved = spec.spends ? this.#budget.reserve() : 0;
    try {
      const idempotencyKey = how.idempotencyKey ?? crypto.randomUUID();
      const result = await this.#callAndPay(spec, args, {
        ...how,
        idempotencyKey,
        headers: { 'x-max-ap': String(reserved) },
      });
      // A replayed response does not say what the first one spent.
      const { 'kith/ap-spent': spent, 'kith/replayed': replayed } = result._meta ?? {};
      this.#budget.settle(reserved, replayed === true && !result.isError ? reserved : Number(spent ?? 0));
      return await this.#keepKey(readResult(result));
    } catch (error) {
      how.signal?.throwIfAborted();
      if (error instanceof KithError) {
        if (error.code === 'over_spend_cap') this.#budget.settle(reserved, 0);
        return { error: error.message, hint: error.hint, code: error.code, status: error.status };
      }
      throw error;
    }
  }

  async #callAndPay(spec: ToolSpec, args: Json, how: CallOptions): Promise<ToolResult> {
    const asked = await this.#call(spec, args, how);
    const challenge = asked.isError ? challengeIn(asked.structuredContent) : undefined;
    const payment = challenge && (await this.#payer?.(challenge, { url: this.#service(spec).url }));
    if (!payment) return asked;
    for (let attempt = 1; ; attempt++) {
      const result = await this.#call(spec, args, { ...how, headers: { ...how.headers, ...payment } });
      const again = result.isError && samePaymentCodes.includes(String(readResult(result).code));
      if (!again || attempt >= maxPaymentTries) return result;
      await sleep(paymentPauseMs * attempt, how.signal);
    }
  }

  async #call(
    { name, remoteName = name, ...spec }: ToolSpec,
    args: Json,
    how: CallOptions,
  ): Promise<ToolResult> {
    const message: McpInput = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: remoteName, arguments: args },
    };
    const { error, result } = await this.#service(spec).mcp.mcp(message, {
      ...how,
      headers: { 'mcp-protocol-version': '2025-11-25', ...how.headers },
    });
    if (!error) return result as unknown as ToolResult;
    const { message: why = 'the tool was refused' } = error as { message?: string };
    return {
      isError: true,
      content: [{ text: JSON.stringify({ error: why, hint: '', code: 'rpc_refused' }) }],
    };
  }

  #service({ service }: Pick<ToolSpec, 'service'>): City | Utility {
    const given = this.#options[service] || {};
    const options = { ...given, ...(this.#key !== undefined && { key: this.#key }) };
    return service === 'city' ? new City(options) : new Utility(options);
  }

  /** Keeps a new key, and hides it wherever a response mentions it: what a model knows, it may tell anybody. */
  async #keepKey(json: Json): Promise<Json> {
    const text = JSON.stringify(json);
    if (!secret.test(text)) return json;
    const { api_key: apiKey, key = apiKey, recovery_code: code } = json as Partial<Record<string, string>>;
    if (key !== undefined) {
      this.#key = key;
      await this.#options.onKey?.(key, code);
    }
    return JSON.parse(text.replaceAll(new RegExp(secret, 'g'), 'KEPT_FOR_YOU')) as Json;
  }
}

function readResult({ isError, content, structuredContent }: ToolResult): Json {
  if (structuredContent && !isError) return structuredContent;
  const text = content[0]?.text ?? '';
  try {
    return JSON.parse(text) as Json;
  } catch {
    return isError ? { error: text } : { text };
  }
}
