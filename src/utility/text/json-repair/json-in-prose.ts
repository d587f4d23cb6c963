import { charBefore, matches } from './lookahead.ts';
import type { SourceText } from './source.ts';

/** What may follow an opening bracket if it is JSON rather than prose. */
const objectStart = /\{\s{0,200}(?:["'“”‘’`}{]|\/\/|\/\*|[\p{L}_$][\p{L}\p{N}_$.-]*\s{0,20}:|\.\.\.)/uy;
const arrayStart =
  /\[\s{0,200}(?:["'“”{[\]]|[-.]?\d|\(|\/\/|\/\*|(?:true|false|null|None|True|False)\b|\.\.\.)/uy;
/** [TOOL_CALLS] [{…}]: a chat template marker before the value. */
const marker = /\[[A-Za-z][\w ]{1,40}\]\s{0,20}[{[]/y;

export const isMarker = (source: SourceText): boolean => matches(source, marker, source.at);

/** Whether the bracket here, after prose or another value, opens JSON rather than a part of the prose. */
export function startsJsonInProse(source: SourceText): boolean {
  if ('=('.includes(charBefore(source, source.at) || ' ') || isCutAfterBracket(source)) return true;
  return matches(source, source.char === '{' ? objectStart : arrayStart, source.at);
}

/** The text was cut off directly after a bracket that starts its line. */
function isCutAfterBracket({ text, at }: SourceText): boolean {
  if (text.length - at > 40 || !/^[{[]\s*$/.test(text.slice(at))) return false;
  return /\n\s{0,20}$/.test(text.slice(Math.max(0, at - 21), at));
}
