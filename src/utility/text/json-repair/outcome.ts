import type { Fix } from './output.ts';
import { repairJson } from './repair.ts';
import { NotRepairable } from './scanner.ts';

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

/** Up to here reading it leniently costs less than being told by the strict parser that it is not JSON. */
const shortLength = 4_096;

export function repairOutcome({ json: sent }: { json: string }): RepairOutcome {
  const valid = sent.length > shortLength ? parsed(sent) : undefined;
  return valid ?? repaired(sent);
}

function repaired(sent: string): RepairOutcome {
  try {
    const { text, fixes, fixCount } = repairJson(sent);
    const json: unknown = JSON.parse(text);
    // What needed no repair comes back as it was.
    if (text === sent) return unchanged(sent, json);
    return { ok: true, valid_before: false, json, text, fixes, fix_count: fixCount };
  } catch (error) {
    if (!(error instanceof NotRepairable)) throw error;
    // The strict parser has no limit of depth.
    return parsed(sent) ?? { ok: false, position: error.position, reason: error.message };
  }
}

function parsed(text: string): RepairOutcome | undefined {
  try {
    return unchanged(text, JSON.parse(text));
  } catch {
    return undefined;
  }
}

const unchanged = (text: string, json: unknown): RepairOutcome => ({
  ok: true,
  valid_before: true,
  json,
  text,
  fixes: [],
  fix_count: 0,
});
