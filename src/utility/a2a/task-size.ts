import type { A2aTask } from './tasks.ts';

/** Bytes of JSON that one message, and one stored task, may have. */
export const maxMessageBytes = 65_536;
const maxTaskBytes = 65_536;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/**
 * The task as it is stored: without its oldest messages where they do not fit, and without a result that is too large,
 * which the caller has received in the answer already.
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
  return { ...(artifact as object), parts: [{ kind: 'text', text }] };
}
