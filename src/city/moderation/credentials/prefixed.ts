import { aiKinds } from './ai.ts';
import { chatKinds } from './chat.ts';
import { cloudKinds } from './cloud.ts';
import { codeHostKinds } from './code-hosts.ts';
import type { PrefixedKind } from './kind.ts';
import { kithKinds } from './kith.ts';
import { mailKinds, paymentKinds } from './payment-and-mail.ts';
import { isPlaceholder } from './placeholder.ts';
import { toolKinds } from './tools.ts';

const kinds = [
  ...kithKinds,
  ...cloudKinds,
  ...codeHostKinds,
  ...chatKinds,
  ...paymentKinds,
  ...mailKinds,
  ...aiKinds,
  ...toolKinds,
];

interface Shape {
  readonly kind: PrefixedKind;
  readonly prefix: string;
  readonly tail: RegExp;
}

const shapes: readonly Shape[] = kinds.flatMap((kind) =>
  kind.prefixes.map((prefix) => ({ kind, prefix, tail: new RegExp(kind.tail, 'y') })),
);
const byBeginning = Map.groupBy(shapes, ({ prefix }) => prefix.slice(0, 3));
export const prefixes: readonly string[] = shapes.map(({ prefix }) => prefix);

/** The kind of the credential that starts at an index, if any. */
export function prefixedAt(text: string, at: number): string | undefined {
  for (const { kind, prefix, tail } of byBeginning.get(text.slice(at, at + 3)) ?? []) {
    if (!text.startsWith(prefix, at)) continue;
    tail.lastIndex = at + prefix.length;
    const suffix = tail.exec(text)?.[0];
    if (suffix === undefined) continue;
    if (kind.isReal ? kind.isReal(prefix + suffix) : !isPlaceholder(suffix)) return kind.name;
  }
  return undefined;
}

export const prefixedNames: readonly string[] = kinds.map(({ name }) => name);
