import { createHash } from 'node:crypto';
import type { Callers } from '../load/caller.ts';
import { isAcknowledged, type Operation } from '../load/operation.ts';

/** Hashes of acknowledged files that cannot be read back unchanged. */
export async function checkUploads(callers: Callers, operations: readonly Operation[]): Promise<string[]> {
  const uploaded = operations.filter((each) => each.kind === 'upload' && isAcknowledged(each));
  const lost: string[] = [];
  for (const { mark, answer = '' } of uploaded) {
    const { url } = JSON.parse(answer) as { url: string };
    const file = await callers.call({ method: 'GET', path: new URL(url).pathname });
    const hash = file?.status === 200 && createHash('sha256').update(file.text).digest('hex');
    if (hash !== mark) lost.push(mark);
  }
  return lost;
}
