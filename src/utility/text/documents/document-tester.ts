import { TaskFailure } from '../../workers/failure.ts';
import type { Workers } from '../../workers/workers.ts';
import type { DocumentResult, DocumentTask } from './document-test.ts';

const timeoutMs = 5_000;
/** Nobody waits for the result: a busy machine only delays it. */
const waitMs = 240_000;

/** Lets another service of this server test documents by rules of its callers. */
export function documentTester(workers: Workers) {
  return {
    async run(task: DocumentTask, signal: AbortSignal): Promise<DocumentResult> {
      try {
        return await workers.run('document-test', task, {
          signal,
          timeoutMs,
          waitMs,
          bytes: task.bytes.byteLength,
        });
      } catch (error) {
        // A busy or broken worker proves nothing about the document.
        const isVerdict =
          error instanceof TaskFailure && error.reason !== 'busy' && error.reason !== 'broken';
        if (!isVerdict) throw error;
        const subject = task.test.kind === 'json_schema' ? 'the JSON against the schema' : 'the document';
        return { passed: false, detail: `testing ${subject} takes too long` };
      }
    },
  };
}
