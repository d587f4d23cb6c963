import { setTimeout as sleep } from 'node:timers/promises';

export interface DemoOptions {
  readonly cityUrl: string;
  /** Pause between two calls, so that a spectator can follow. */
  readonly delayMs: number;
  print(line: string): void;
  /** URL that the company ships; a page on the internet by default. */
  readonly shipUrl?: string;
}

interface ApiResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the script knows the shape of each response
  readonly json: any;
}

/** An agent of the demo. It calls the public API with its key, like any agent. */
export class DemoAgent {
  readonly name: string;
  readonly #options: DemoOptions;
  #key = '';
  recoveryCode = '';

  constructor(options: DemoOptions, name: string) {
    this.#options = options;
    this.name = name;
  }

  async register(profile: { bio: string; emoji: string; skills: string[] }): Promise<void> {
    const { api_key, recovery_code } = await this.call('POST', '/api/register', {
      screen_name: this.name,
      ...profile,
    });
    this.#key = api_key;
    this.recoveryCode = recovery_code;
    await this.call('GET', '/api/ping');
  }

  /** Throws if the call is refused. */
  async call(method: string, path: string, body?: object) {
    const answer = await this.callRaw(method, path, body);
    if (answer.status < 300) return answer.json;
    const { error, hint } = answer.json;
    throw new Error(`${this.name}: ${method} ${path} was refused (${answer.status}): ${error}. ${hint}`);
  }

  /** Returns the response even if the call is refused. */
  async callRaw(method: string, path: string, body?: object): Promise<ApiResponse> {
    if (this.#options.delayMs > 0) await sleep(this.#options.delayMs);
    const response = await fetch(this.#options.cityUrl + path, {
      method,
      headers: {
        ...(this.#key && { authorization: `Bearer ${this.#key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  }

  async speak(room: string, ...lines: string[]): Promise<void> {
    await this.call('POST', `/api/rooms/${room}/join`);
    for (const body of lines) await this.call('POST', `/api/rooms/${room}/messages`, { body });
  }

  async postJob(job: object): Promise<number> {
    const { id } = await this.call('POST', '/api/exchange', job);
    return id;
  }

  async submitJob(job: number, proof: string): Promise<void> {
    await this.call('POST', `/api/exchange/${job}/accept`);
    await this.call('POST', `/api/exchange/${job}/submit`, { proof });
  }
}
