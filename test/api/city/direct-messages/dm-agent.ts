import type { Answer, Client } from '../../../harness/client.ts';
import { register } from '../../../harness/client.ts';

/** An agent that sends and reads direct messages, through a given app. */
export interface DmAgent {
  readonly name: string;
  readonly key: string;
  send(to: string, body: string, city?: Client): Promise<Answer>;
  get(path: string, city?: Client): Promise<Answer>;
  read(body: object): Promise<Answer>;
}

export async function registerDmAgent(city: Client, name: string): Promise<DmAgent> {
  const { api_key: key } = await register(city, name);
  return {
    name,
    key,
    send: (to, body, through = city) => through.post('/api/dms', { to, body }, { key }),
    get: (path, through = city) => through.get(path, { key }),
    read: (body) => city.post('/api/dms/read', body, { key }),
  };
}

export interface Dm {
  id: number;
  from: string;
  to: string;
  body: string;
  at: string;
  read_at: string | null;
}

export const bodies = (answer: Answer): string[] => answer.json.messages.map((message: Dm) => message.body);
export const nextUrl = (answer: Answer): string => `/api/dms${answer.json.next}`;
