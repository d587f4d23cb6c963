import { jsonrepair } from 'jsonrepair';
import { repairJson } from '../../packages/json-repair/src/index.ts';

const fill = (unit: string) => unit.repeat(Math.floor(1_048_576 / unit.length));

/** A megabyte of what models and people send, each kind damaged in one way. */
const megabytes: Record<string, string> = {
  'single quotes and trailing commas': `[${fill("{'name': 'Ada', 'skills': ['maths',], 'age': 36,},")}]`,
  'short lists with trailing commas': `[${fill('[1,2,3,],')}]`,
  'keys without quotes': `[${fill('{name: "Ada Lovelace", born: 1815, alive: False},')}`,
  'valid except for its end': `[${fill('{"name":"Ada Lovelace","skills":["maths","music"],"born":1815},')}`,
  'quotes not escaped': `["${fill('she said "yes" and went on ')}"]`,
  'one object per line': fill('{"id": 17, "text": "a line of a log", "ok": true}\n'),
  'strings without end quotes': `[${fill('"abc, ')}]`,
};

const bar = 250;
const slowest = 2_000;

export interface MegabyteTime {
  readonly what: string;
  readonly oursMs: number;
  readonly peerMs: number;
  /** The share of the text that the peer was given. */
  readonly part: string;
  readonly isReached: boolean;
}

/**
 * CPU time, because other load on the machine does not affect it. The peer stops at a smaller share where the whole
 * would take minutes.
 */
export function megabyteTimes(): MegabyteTime[] {
  return Object.entries(megabytes).map(([what, text]) => {
    const oursMs = Math.min(...[0, 1, 2].map(() => cpuMs(() => repairJson({ json: text }))));
    const [peerMs, part] = peerOn(text);
    return { what, oursMs, peerMs, part, isReached: oursMs <= bar };
  });
}

function peerOn(text: string): [number, string] {
  let ms = 0;
  let part = 1 / 16;
  for (; ; part *= 2) {
    ms = cpuMs(() => {
      try {
        jsonrepair(text.slice(0, text.length * part));
      } catch {
        // Input that it cannot repair takes it as long.
      }
    });
    // Quadratic at worst: the next step would take four times as long.
    if (part === 1 || ms * 4 > slowest) return [ms, part === 1 ? 'all' : `1/${1 / part}`];
  }
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
