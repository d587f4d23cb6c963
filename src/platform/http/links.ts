import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRecord } from '../decode.ts';
import { Replay } from './idempotency.ts';
import type { BoundRoute } from './route.ts';
import { urlPath } from './url-path.ts';

type Json = Readonly<Record<string, unknown>>;

/** Headers that refer to resources: `Location` of a created one, `Link` to the next page of a list. */
export function linkAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  route: BoundRoute,
  answer: unknown,
): void {
  const { location } = route.response;
  if (location !== undefined) {
    const fields = asRecord(answer instanceof Replay ? JSON.parse(answer.json) : answer);
    const path = fillTemplate(location, { ...asRecord(request.params), ...fields });
    if (path !== undefined) reply.header('location', path);
  }
  if (route.method !== 'GET') return;
  const { next } = asRecord(answer);
  if (typeof next === 'string' && next.startsWith('?'))
    reply.header('link', `<${urlPath(request.url)}${next}>; rel="next"`);
}

/** A path with its fields filled in; undefined if the response lacks one of them. */
function fillTemplate(template: string, fields: Json): string | undefined {
  let isComplete = true;
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields[name];
    if (typeof value !== 'string' && typeof value !== 'number') isComplete = false;
    return template === `{${name}}` ? String(value) : encodeURIComponent(String(value));
  });
  return isComplete ? path : undefined;
}
