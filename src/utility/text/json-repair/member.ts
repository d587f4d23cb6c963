import type { Key } from './key.ts';
import { type ArrayNode, type JsonNode, type Property, scalar } from './node.ts';
import type { SourceText } from './source.ts';

const hasKey = (members: readonly Property[], { json }: Key): boolean =>
  members.some((each) => each.key === json);

/** A value cut off by the end of the text must not replace a complete one of the same key. */
export function addProperty(
  source: SourceText,
  members: Property[],
  key: Key,
  { value, from, wasTruncated }: { value: JsonNode; from: number; wasTruncated: boolean },
): void {
  const isCut = value.kind === 'scalar' ? value.cut : source.truncated && !wasTruncated;
  if (isCut && hasKey(members, key)) source.fix('removed a value that the end of the text cut off', from);
  else members.push({ key: key.json, value });
}

/** A key whose value is missing gets null, unless the text ended there and the key is known already. */
export function addMemberWithoutValue(
  source: SourceText,
  members: Property[],
  key: Key,
  { missing, ended, from }: { missing: boolean; ended: boolean; from: number },
): void {
  if (ended) source.truncated = true;
  if ((ended && hasKey(members, key)) || (!missing && source.isAtEnd)) {
    source.fix('removed a key without a value', key.from);
    return;
  }
  source.fix('added null for a missing value', from);
  members.push({ key: key.json, value: scalar('null', from, from, ended) });
}

export function continueList(source: SourceText, list: ArrayNode, from: number): void {
  source.fix('removed a bracket that closed a list too early', from);
  list.clean = false;
}
