import { asRecord, decodeObject, isJsonObject, unreadable } from '../../platform/decode.ts';
import type { BoundSkill } from '../catalogue/skill.ts';
import type { SkillDirectory } from '../catalogue/skill-directory.ts';
import { invalidParams } from './rpc.ts';

type Json = Record<string, unknown>;

export interface RequestedSkill {
  readonly skill: BoundSkill;
  readonly params: Json;
}

interface MessagePart {
  readonly kind: string;
  readonly text?: string;
  readonly data?: unknown;
}

/**
 * Reads the skill a message requests: `{skill, params}` as data or as JSON text, `<skill-id> <value>`, or
 * `<skill-id> {json parameters}`. Returns undefined for prose that names no skill: the caller then replies
 * with a question.
 */
export function readRequestedSkill(
  parts: readonly MessagePart[],
  directory: SkillDirectory,
): RequestedSkill | undefined {
  const text = parts
    .map((part) => part.text ?? '')
    .join(' ')
    .trim();
  const structured = [...parts.map(({ data }) => data), jsonObject(text)].find(isRequest);
  if (structured)
    return { skill: requireSkill(structured.skill, directory), params: paramsOfRequest(structured) };
  const [id, rest] = splitFirstWord(text);
  const skill = directory.find(id);
  if (skill) return { skill, params: rest === '' ? {} : paramsOfText(skill, rest) };
  if (looksLikeSkill(id, rest)) requireSkill(id, directory);
  return undefined;
}

const isRequest = (value: unknown): value is { skill: string; params?: unknown } =>
  typeof asRecord(value).skill === 'string';

function paramsOfRequest({ params = {} }: { params?: unknown }): Json {
  if (isJsonObject(params)) return params;
  throw invalidParams(
    'params must be an object, like {"skill":"dns-lookup","params":{"domain":"example.com"}}',
  );
}

/**
 * A skill that accepts long text may receive JSON as that text, so an object counts as parameters only if it
 * names them.
 */
function paramsOfText(skill: BoundSkill, rest: string): Json {
  const object = jsonObject(rest);
  if (!object) return { [skill.value]: rest };
  const names = Object.keys(object);
  const known = names.length > 0 && names.every((name) => name in skill.params.properties);
  return known || !skill.takesBody ? object : { [skill.value]: rest };
}

function jsonObject(text: string): Json | undefined {
  if (!text.startsWith('{')) return undefined;
  const object = decodeObject(text);
  return object === unreadable ? undefined : object;
}

function splitFirstWord(text: string): [string, string] {
  const gap = /\s+/.exec(text);
  return gap ? [text.slice(0, gap.index), text.slice(gap.index + gap[0].length)] : [text, ''];
}

/** One lower-case word with at most one value is an attempt to call a skill; prose is not. */
const looksLikeSkill = (id: string, rest: string) =>
  /^\/?[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(id) && !/\s/.test(rest);

function requireSkill(id: string, directory: SkillDirectory): BoundSkill {
  const skill = directory.find(id);
  if (skill) return skill;
  throw invalidParams(`there is no skill ${id.slice(0, 60)}; the skills are ${directory.ids.join(', ')}`, {
    skills: directory.ids,
  });
}
