import { Type } from 'typebox';
import { nullable } from '../../../platform/http/schema.ts';
import type { SkillCall } from '../../catalogue/call.ts';
import type { FetchedResponse } from '../../pages/fetched-response.ts';
import type { Workers } from '../../workers/workers.ts';
import type { DetectInput, Technology } from './detect.ts';

/** A detected technology in responses. */
export const technologySchema = Type.Object({
  name: Type.String(),
  category: Type.String(),
  version: nullable(Type.String()),
  confidence: Type.Integer({ description: 'From 0 to 100.' }),
  evidence: Type.Array(Type.String()),
});

/**
 * Detects the technologies behind a response from its headers, its cookie names and, for a page, its content.
 */
export async function detectPageTechnologies(
  answer: FetchedResponse,
  workers: Workers,
  { signal, readingMs }: SkillCall,
): Promise<Technology[]> {
  const hash = await answer.hash();
  return workers.run('technologies', toDetectionInput(answer, hash), {
    signal,
    timeoutMs: readingMs,
    bytes: answer.body.length,
    about: hash,
  });
}

function toDetectionInput(
  { response, mediaType, body, contentType, url }: FetchedResponse,
  hash: string,
): DetectInput {
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([field, value]) => [field, [value].flat().join(', ')]),
  );
  const cookies = [response.headers['set-cookie'] ?? []]
    .flat()
    .flatMap((each) => each.split('=', 1)[0]?.trim() || []);
  const isPage = mediaType === '' || mediaType.includes('html');
  const page = isPage ? { bytes: body, contentType, url, hash } : null;
  return { page, host: new URL(url).hostname, headers, cookies };
}
