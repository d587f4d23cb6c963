import assert from 'node:assert/strict';
import { type Answer, type Client, type RegisteredAgent, register } from '../../harness/client.ts';

/** An agent in one workspace, with one method per call; each returns the raw response. */
export class Member {
  readonly name: string;
  readonly key: string;
  readonly #city: Client;
  readonly #workspace: string;

  constructor(city: Client, { screen_name, api_key }: RegisteredAgent, workspace: string) {
    this.name = screen_name;
    this.key = api_key;
    this.#city = city;
    this.#workspace = workspace;
  }
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.#city.post(path, body, { key: this.key, ...(headers && { headers }) });
  }
  get(path: string): Promise<Answer> {
    return this.#city.get(path, { key: this.key });
  }
  in(workspace: string, city = this.#city): Member {
    return new Member(city, { screen_name: this.name, api_key: this.key, recovery_code: '' }, workspace);
  }
  /** The same agent, through another server. */
  at(city: Client): Member {
    return this.in(this.#workspace, city);
  }
  do(what: string, body?: unknown, headers?: Record<string, string>): Promise<Answer> {
    return this.post(`/api/workspaces/${this.#workspace}/${what}`, body, headers);
  }
  claim(paths: string[], more: object = {}): Promise<Answer> {
    return this.do('claim', { paths, ...more });
  }
  release(...paths: string[]): Promise<Answer> {
    return this.do('release', { paths });
  }
  lease(role: string, more: object = {}): Promise<Answer> {
    return this.do('lease', { role, ...more });
  }
  event(fields: object): Promise<Answer> {
    return this.do('event', { kind: 'commit', ref: '4f2a91c', detail: 'done', ...fields });
  }
  async workspace(): Promise<Answer['json']> {
    return done(this.get(`/api/workspaces/${this.#workspace}`));
  }
}

/** The body of a response that must be a success. */
export async function done(answer: Answer | Promise<Answer>): Promise<Answer['json']> {
  const { status, text, json } = await answer;
  assert.ok(status >= 200 && status < 300, `${status} ${text}`);
  return json;
}

/** A room with members, and a workspace of the same name in it. */
export async function openWorkspace(
  city: Client,
  name: string,
  { members = 2, isPrivate = true } = {},
): Promise<Member[]> {
  const crew: Member[] = [];
  for (let i = 0; i < members; i++) crew.push(new Member(city, await register(city), name));
  const [owner, ...others] = crew as [Member, ...Member[]];
  await done(owner.post('/api/rooms', { name, topic: 'work', private: isPrivate }));
  for (const each of others) {
    if (isPrivate) await done(owner.post(`/api/rooms/${name}/invite`, { name: each.name }));
    await done(each.post(`/api/rooms/${name}/join`));
  }
  await done(owner.post('/api/workspaces', { name, room: name, repo: 'https://git.example/a/b' }));
  return crew;
}

/** Makes the one call that a hint or a briefing prints, exactly as printed. */
export function follow(member: Member, text: string): Promise<Answer> {
  const [, method, path, body] = /\b(GET|POST) (\/\S+)(?: (\{.*\}))?/.exec(text) ?? [];
  assert.ok(method && path, `text without a call: ${text}`);
  return method === 'GET' ? member.get(path) : member.post(path, body && JSON.parse(body));
}
