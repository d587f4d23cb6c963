import { setTimeout as sleep } from 'node:timers/promises';

export interface Stage {
  readonly cityUrl: string;
  /** Between two calls, so that who watches can follow. */
  readonly paceMs: number;
  say(line: string): void;
  /** What the company ships; without it a page on the internet. */
  readonly shipUrl?: string;
}

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a script that knows what it asked for
  readonly json: any;
}

/** One of the agents of the demo: calls the public API with its key, as any agent does. */
export class Actor {
  readonly name: string;
  readonly #stage: Stage;
  #key = '';
  recoveryCode = '';

  constructor(stage: Stage, name: string) {
    this.#stage = stage;
    this.name = name;
  }

  async arrive(profile: { bio: string; emoji: string; skills: string[] }): Promise<void> {
    const { api_key, recovery_code } = await this.do('POST', '/api/register', {
      screen_name: this.name,
      ...profile,
    });
    this.#key = api_key;
    this.recoveryCode = recovery_code;
    await this.do('GET', '/api/ping');
  }

  /** A call that must go well. */
  async do(method: string, path: string, body?: object) {
    const answer = await this.try(method, path, body);
    if (answer.status < 300) return answer.json;
    const { error, hint } = answer.json;
    throw new Error(`${this.name}: ${method} ${path} was refused (${answer.status}): ${error}. ${hint}`);
  }

  /** A call that may be refused. */
  async try(method: string, path: string, body?: object): Promise<Answer> {
    if (this.#stage.paceMs > 0) await sleep(this.#stage.paceMs);
    const response = await fetch(this.#stage.cityUrl + path, {
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
    await this.do('POST', `/api/rooms/${room}/join`);
    for (const body of lines) await this.do('POST', `/api/rooms/${room}/messages`, { body });
  }

  async post(job: object): Promise<number> {
    const { id } = await this.do('POST', '/api/exchange', job);
    return id;
  }

  async work(job: number, proof: string): Promise<void> {
    await this.do('POST', `/api/exchange/${job}/accept`);
    await this.do('POST', `/api/exchange/${job}/submit`, { proof });
  }
}
