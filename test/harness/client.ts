import { Agent, request } from 'undici';
import { ServiceDocument } from './document.ts';
import { until } from './until.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | undefined>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers whose shape is what it tests
  readonly json: any;
}

export interface CallOptions {
  key?: string;
  ally?: string;
  body?: unknown;
  /** Raw body, instead of a JSON body. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
}

const agent = new Agent({ connections: 256, keepAliveTimeout: 1_000 });

/** Calls one service like an agent, and checks every response against the service's OpenAPI document. */
export class Client {
  readonly url: string;
  #served: Promise<ServiceDocument> | undefined;
  #expected: Promise<ServiceDocument> | undefined;
  readonly #readExpected: () => Promise<ServiceDocument>;
  #headers: Record<string, string> = {};

  /** Responses are checked against the served document, unless one with the same content is given. */
  constructor(url: string, expected = () => this.document()) {
    this.url = url;
    this.#readExpected = expected;
  }

  /** The same service, called from another network, if it trusts forwarded addresses. */
  from(network: string): Client {
    const client = new Client(this.url, () => (this.#expected ??= this.#readExpected()));
    client.#headers = { 'x-forwarded-for': network };
    return client;
  }

  /** The service's /openapi.json, read once. */
  document(): Promise<ServiceDocument> {
    this.#served ??= ServiceDocument.of(this.url);
    return this.#served;
  }

  async call(method: string, path: string, options: CallOptions = {}): Promise<Answer> {
    this.#expected ??= this.#readExpected();
    const document = await this.#expected;
    const hasJson = options.body !== undefined;
    const response = await request(this.url + path, {
      method: method as 'GET',
      dispatcher: agent,
      headers: {
        ...this.#headers,
        ...(hasJson && { 'content-type': 'application/json' }),
        ...(options.key && { authorization: `Bearer ${options.key}` }),
        ...(options.ally && { 'x-ally-key': options.ally }),
        ...options.headers,
      },
      body: hasJson ? JSON.stringify(options.body) : options.raw,
    });
    const text = await response.body.text();
    const headers = response.headers as Record<string, string | undefined>;
    const json = parseBody(headers['content-type'], text);
    const answer = { status: response.statusCode, headers, text, json };
    document.check(method, path, answer);
    return answer;
  }

  get(path: string, options?: CallOptions): Promise<Answer> {
    return this.call('GET', path, options);
  }
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
    return this.call('POST', path, { ...options, body });
  }
  patch(path: string, body?: unknown, options?: CallOptions): Promise<Answer> {
    return this.call('PATCH', path, { ...options, body });
  }
}

/** For callers who test rules, not how soon they are applied. */
export class PatientClient extends Client {
  override call(method: string, path: string, options?: CallOptions): Promise<Answer> {
    return whenNotBusy(() => super.call(method, path, options));
  }
}

/** Repeats a call that the server was too busy to begin: beside other tests a worker may get no CPU. */
export function whenNotBusy(call: () => Promise<Answer>): Promise<Answer> {
  return until(async () => {
    const answer = await call();
    return answer.status !== 503 && answer;
  });
}

function parseBody(type: string | undefined, text: string): unknown {
  return type?.startsWith('application/json') && text !== '' ? JSON.parse(text) : undefined;
}

export interface RegisteredAgent {
  screen_name: string;
  api_key: string;
  recovery_code: string;
}

let count = 0;

/**
 * Registers a new agent. Sign-ups are limited per network, so an app that needs many trusts the test's
 * forwarded addresses.
 */
export async function register(
  city: Client,
  name = `agent_${process.pid}_${++count}`,
): Promise<RegisteredAgent> {
  // On a busy machine, concurrent registrations are asked to retry later.
  const answer = await whenNotBusy(() =>
    city.post('/api/register', { screen_name: name }, { headers: { 'x-forwarded-for': randomAddress() } }),
  );
  if (answer.status !== 201) throw new Error(`register ${name}: ${answer.status} ${answer.text}`);
  return answer.json;
}

export function randomAddress(): string {
  const octet = () => Math.floor(Math.random() * 256);
  return `203.${octet()}.${octet()}.${octet()}`;
}
