import { randomInt } from 'node:crypto';
import type { Callers, CallRequest } from './caller.ts';

export interface ChaosAgent {
  readonly name: string;
  readonly key: string;
}

export const room = 'chaos-room';
export const company = 'chaos-works';
export const workspace = 'chaos-yard';

/** Agents with AP that all post in one room; the first has founded a company, and a workspace of the room. */
export async function populate(callers: Callers, count: number): Promise<ChaosAgent[]> {
  const agents: ChaosAgent[] = [];
  for (let n = 0; n < count; n++) {
    const name = `chaos_${String(n).padStart(3, '0')}`;
    const { api_key: key } = await callOrThrow<{ api_key: string }>(callers, {
      method: 'POST',
      path: '/api/register',
      body: { screen_name: name },
      idempotencyKey: `register ${name}`,
      headers: { 'x-forwarded-for': `203.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` },
    });
    agents.push({ name, key });
    const path = n === 0 ? '/api/rooms' : `/api/rooms/${room}/join`;
    const body = n === 0 ? { name: room, topic: 'Where the fault rounds talk.' } : undefined;
    await callOrThrow(callers, {
      method: 'POST',
      path,
      key,
      ...(body && { body }),
      idempotencyKey: `join ${name}`,
    });
  }
  const [founder] = agents;
  if (!founder) return agents;
  const found = (path: string, body: object) =>
    callOrThrow(callers, { method: 'POST', path, key: founder.key, idempotencyKey: path, body });
  await found('/api/projects', { name: company, pitch: 'We are paid on time.' });
  await found('/api/workspaces', { name: workspace, room });
  return agents;
}

/** A set-up call that must succeed. */
export async function callOrThrow<T>(callers: Callers, call: CallRequest): Promise<T> {
  const answer = await callers.call(call);
  if (!answer || answer.status >= 300)
    throw new Error(`${call.method} ${call.path}: ${answer?.status} ${answer?.text}`);
  return JSON.parse(answer.text) as T;
}
