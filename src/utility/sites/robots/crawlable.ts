import { percentEncode, type RobotsFile, type RobotsGroup, type RobotsRule } from './robots-file.ts';

export interface CrawlVerdict {
  readonly crawlable: boolean;
  readonly rule: RobotsRule | null;
}

/**
 * Whether an agent may fetch a path (with its query): the longest matching rule of its groups wins, allow
 * before disallow.
 */
export function verdictFor({ groups }: RobotsFile, agent: string, path: string): CrawlVerdict {
  const target = normalizePath(path);
  const product = parseProduct(agent);
  const own = groups.filter((group) => groupNames(group, product));
  let best: RobotsRule | null = null;
  let bestLength = -1;
  for (const { rules } of own.length > 0 ? own : groups.filter(namesEveryone)) {
    for (const rule of rules) {
      const length = matchedLength(rule, target);
      if (length > bestLength || (length === bestLength && length >= 0 && rule.allow)) {
        best = rule;
        bestLength = length;
      }
    }
  }
  return { crawlable: best?.allow ?? true, rule: best };
}

function normalizePath(path: string): string {
  const fragment = path.indexOf('#');
  const testedPath = (fragment < 0 ? path : path.slice(0, fragment)) || '/';
  return percentEncode(Buffer.from(testedPath, 'utf8').toString('latin1'));
}

function parseProduct(agent: string): string {
  const slash = agent.indexOf('/');
  return (slash < 0 ? agent : agent.slice(0, slash)).trim().toLowerCase();
}

const asterisk = 0x2a;

const namesEveryone = ({ agents }: RobotsGroup) =>
  agents.some((name) => name.charCodeAt(0) === asterisk && (name.length === 1 || /^\s/.test(name[1]!)));

const groupNames = ({ agents }: RobotsGroup, wanted: string) =>
  agents.some((name) => {
    const { length } = tokenPart.exec(name)![0];
    return length === wanted.length && name.slice(0, length).toLowerCase() === wanted;
  });

/** A name ends at its first character that is not allowed in a product token. */
const tokenPart = /^[A-Za-z_-]*/;

/** Specificity of a rule for the path, or -1 if it does not match. */
function matchedLength({ allow, pattern }: RobotsRule, path: string): number {
  if (pattern === '') return -1;
  if (matches(pattern, path)) return pattern.length;
  // A folder and its index page are the same page.
  if (!allow || !(pattern.endsWith('/index.html') || pattern.endsWith('/index.htm'))) return -1;
  const folder = pattern.slice(0, pattern.lastIndexOf('/') + 1);
  return matches(`${folder}$`, path) ? folder.length + 1 : -1;
}

/** `*` matches any characters, a final `$` the end. Leftmost matches suffice, so there is no backtracking. */
function matches(pattern: string, path: string): boolean {
  const anchored = pattern.endsWith('$');
  const plain = anchored ? pattern.slice(0, -1) : pattern;
  const star = plain.indexOf('*');
  if (star < 0) return anchored ? path === plain : path.startsWith(plain);
  // Nearly every rule is decided by the text before its first star.
  if (star > 0 && !path.startsWith(plain.slice(0, star))) return false;
  const pieces = plain.split('*');
  const first = pieces[0]!;
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
