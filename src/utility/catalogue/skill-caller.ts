import { Refusal } from '../../platform/http/refusal.ts';
import { SkillCall } from './call.ts';
import { findImpossibleExpectation } from './expectation.ts';
import { runSkill } from './routes.ts';
import { runLimit } from './run-limit.ts';
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
        if (!(error instanceof Refusal) || error.kind.status === 503) throw error;
        return { failure: error.message, mayPass: error.kind.status >= 500 };
      }
    },
  };
}
