import type { Fix } from './output.ts';
import { repairJson } from './repair.ts';
import { NotRepairable } from './scanner.ts';

/** More are counted, not listed. */
const listedFixes = 1_000;

export type RepairOutcome =
  | {
      readonly ok: true;
      readonly valid_before: boolean;
      readonly json: unknown;
      readonly text: string;
      readonly fixes: readonly Fix[];
      readonly fix_count: number;
    }
  | { readonly ok: false; readonly position: number; readonly reason: string };

export function repairOutcome({ json: sent }: { json: string }): RepairOutcome {
  const valid = parsed(sent);
  if (valid) return { ok: true, valid_before: true, json: valid.value, text: sent, fixes: [], fix_count: 0 };
  try {
    const { text, fixes } = repairJson(sent);
    const json: unknown = JSON.parse(text);
    const listed = fixes.slice(0, listedFixes);
    return { ok: true, valid_before: false, json, text, fixes: listed, fix_count: fixes.length };
  } catch (error) {
    if (error instanceof NotRepairable) return { ok: false, position: error.position, reason: error.message };
    throw error;
  }
}

function parsed(text: string): { value: unknown } | undefined {
  // Whoever comes here mostly fails here: without a stack, which nobody reads, it costs half.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
