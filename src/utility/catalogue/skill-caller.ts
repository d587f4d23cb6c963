import { asRecord, isRecord } from '../../platform/decode.ts';
import { errors } from '../../platform/http/errors.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { runLimit, SkillCall } from './call.ts';
import { noBrowser } from './errors.ts';
import { runSkill } from './routes.ts';
import type { SkillDirectory } from './skill-directory.ts';

const maxAgeS = 300;

interface RequestedCall {
  readonly skill: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Parameters whose values are not known yet. */
  readonly open: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
}

/** Lets another service of this server call skills; that service decides who may and how often. */
export function skillCaller(directory: SkillDirectory) {
  return {
    /** Why this call can never return what is expected; undefined if it can. */
    findCallFault({ skill: id, params, open, expect }: RequestedCall): string | undefined {
      const skill = directory.find(id);
      if (!skill) return `there is no skill ${id.slice(0, 60)}; the skills are ${directory.ids.join(', ')}`;
      const knownParams = Object.entries(params).filter(([name]) => !open.includes(name));
      const placeholders = open.map((name) => [name, skill.example[name] ?? params[name]]);
      try {
        directory.params(skill, Object.fromEntries([...knownParams, ...placeholders]));
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return `params: ${error.message}`;
      }
      return findImpossibleExpectation({ ...skill.output }, expect, 'expect');
    },
    async call(id: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) {
      const skill = directory.find(id);
      if (!skill) return { failure: `the skill ${id} no longer exists`, mayPass: false };
      try {
        const validParams = directory.params(skill, params);
        const call = new SkillCall({ signal: AbortSignal.any([signal, runLimit(validParams)]), maxAgeS });
        return { answer: await runSkill(skill, validParams, call) };
      } catch (error) {
        const isOurs =
          !(error instanceof Refusal) || error.kind === errors.overloaded || error.kind === noBrowser;
        if (isOurs) throw error;
        return { failure: error.message, mayPass: error.kind.status >= 500 };
      }
    },
  };
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Why no response of this schema can contain `expected`; undefined if one can. `path` names the field in the
 * message.
 */
function findImpossibleExpectation(schema: Schema, expected: unknown, path: string): string | undefined {
  const branches: unknown = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches)) {
    const faults = branches.map((branch) => findImpossibleExpectation(asRecord(branch), expected, path));
    return faults.includes(undefined) ? undefined : faults[0];
  }
  const types = schema.type === undefined ? [] : [schema.type].flat().map(String);
  const type = typeOf(expected);
  const fits = types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
  if (!fits) return `${path} must be ${types.join(' or ')}, not ${type}`;
  if (Array.isArray(expected))
    return firstFault(expected.map((each, i) => [schema.items, each, `${path}[${i}]`]));
  if (type === 'object') return objectFault(schema, asRecord(expected), path);
  const allowed: unknown = schema.enum ?? (schema.const === undefined ? undefined : [schema.const]);
  if (Array.isArray(allowed) && !allowed.includes(expected))
    return `${path} must be one of ${allowed.join(', ')}`;
  return undefined;
}

function objectFault(schema: Schema, expected: Record<string, unknown>, path: string): string | undefined {
  const known = isRecord(schema.properties) ? schema.properties : undefined;
  const isOpen = !known || Boolean(schema.additionalProperties);
  const unknown = Object.keys(expected).find((name) => !isOpen && !Object.hasOwn(known, name));
  if (unknown !== undefined)
    return `${path}.${unknown} is not a field of the response, which has ${Object.keys(known ?? {}).join(', ')}`;
  return firstFault(Object.entries(expected).map(([name, each]) => [known?.[name], each, `${path}.${name}`]));
}

function firstFault(parts: readonly (readonly [unknown, unknown, string])[]): string | undefined {
  for (const [schema, expected, path] of parts) {
    const fault =
      schema === undefined ? undefined : findImpossibleExpectation(asRecord(schema), expected, path);
    if (fault) return fault;
  }
  return undefined;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
