import { asRecord } from '../../platform/decode.ts';
import type { A2aTask } from './a2a-task.ts';

/** Maximum JSON size of one message, and of one stored task. */
export const maxMessageBytes = 65_536;
const maxTaskBytes = 65_536;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * Trims a task for storage: drops its oldest messages until it fits, and a result that is too large, which
 * the caller has already received in the response.
 */
export function fitTask(task: A2aTask): A2aTask {
  const artifacts = task.artifacts?.map((artifact) =>
    jsonBytes(artifact) > maxTaskBytes / 2 ? withoutResult(artifact) : artifact,
  );
  const bare = { ...task, history: [], ...(artifacts && { artifacts }) };
  let left = maxTaskBytes - jsonBytes(bare);
  const history: unknown[] = [];
  for (const message of task.history.toReversed()) {
    left -= jsonBytes(message) + 1;
    if (left < 0) break;
    history.unshift(message);
  }
  return { ...bare, history };
}

function withoutResult(artifact: unknown): unknown {
  const text = 'The result was too large to keep. Send the message again to compute it.';
  return { ...asRecord(artifact), parts: [{ kind: 'text', text }] };
}
