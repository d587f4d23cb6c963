import { encoded, type RobotsFile, type RobotsRule } from './robots-file.ts';

export interface Verdict {
  readonly crawlable: boolean;
  readonly rule: RobotsRule | null;
}

/** Whether an agent may fetch a path (with its query): the longest rule of its groups decides, allow before disallow. */
export function verdictFor(file: RobotsFile, agent: string, path: string): Verdict {
  const target = encoded(Buffer.from(path.replace(/#.*$/s, '') || '/', 'utf8').toString('latin1'));
  let best: RobotsRule | null = null;
  let bestLength = -1;
  for (const rule of rulesFor(file, agent)) {
    const length = matchedLength(rule, target);
    if (length > bestLength || (length === bestLength && length >= 0 && rule.allow)) {
      best = rule;
      bestLength = length;
    }
  }
  return { crawlable: best?.allow ?? true, rule: best };
}

/** The rules of all groups that name the agent, else of those that name everyone. */
function rulesFor({ groups }: RobotsFile, agent: string): RobotsRule[] {
  const wanted = agent.trim().replace(/\/.*$/s, '').toLowerCase();
  const own = groups.filter(({ agents }) => agents.some((name) => tokenOf(name) === wanted));
  const chosen =
    own.length > 0 ? own : groups.filter(({ agents }) => agents.some((name) => /^\*(?:\s|$)/.test(name)));
  return chosen.flatMap(({ rules }) => rules);
}

/** A name in a file counts up to its first character that no product token has. */
const tokenOf = (name: string) => /^[A-Za-z_-]*/.exec(name)![0].toLowerCase();

/** How specific the rule is for the path, or -1 where it says nothing of it. */
function matchedLength({ allow, pattern }: RobotsRule, path: string): number {
  if (pattern === '') return -1;
  if (matches(pattern, path)) return pattern.length;
  // A folder and its index page are the same page.
  const folder = allow && /^(.*\/)index\.html?$/s.exec(pattern)?.[1];
  return folder && matches(`${folder}$`, path) ? folder.length + 1 : -1;
}

/** `*` is any run of characters, a final `$` the end. Leftmost matches suffice, so the walk never turns back. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split('*');
  const first = pieces[0]!;
  if (!path.startsWith(first)) return false;
  if (pieces.length === 1) return !anchored || path.length === first.length;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  const last = pieces.at(-1)!;
  if (!anchored) return path.indexOf(last, at) >= 0;
  return path.length - last.length >= at && path.endsWith(last);
}
