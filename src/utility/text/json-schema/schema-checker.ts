import { TaskFailure } from '../../workers/failure.ts';
import type { Workers } from '../../workers/workers.ts';
import type { SchemaFit, SchemaTask } from './fit-schema.ts';

const timeoutMs = 5_000;

/** Lets another service of this server validate documents against callers' schemas. */
export function schemaChecker(workers: Workers) {
  return {
    async validate(task: SchemaTask, signal: AbortSignal): Promise<SchemaFit> {
      try {
        return await workers.run('json-schema', task, { signal, timeoutMs, bytes: task.text.length });
      } catch (error) {
        // A busy or broken worker proves nothing about the document.
        const isVerdict =
          error instanceof TaskFailure && error.reason !== 'busy' && error.reason !== 'broken';
        if (!isVerdict) throw error;
        return { passed: false, detail: 'testing the JSON against the schema takes too long' };
      }
    },
  };
}
