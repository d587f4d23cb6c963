import { explainFields } from '../../platform/http/corrected-call.ts';
import { invalidField } from '../../platform/http/errors.ts';
import { createInputParser, InvalidInput } from '../../platform/http/validation.ts';
import type { BoundSkill } from './skill.ts';

type ParamsReader = (params: unknown) => Record<string, unknown>;

/** Looks up skills by id and validates parameters that did not arrive in a URL: A2A, MCP, the self-test. */
export class SkillDirectory {
  readonly skills: readonly BoundSkill[];
  readonly #byId: ReadonlyMap<string, BoundSkill>;
  readonly #readers = new Map<string, ParamsReader>();

  constructor(skills: readonly BoundSkill[]) {
    this.skills = skills;
    this.#byId = new Map(skills.map((each) => [each.id, each]));
  }

  get ids(): string[] {
    return [...this.#byId.keys()];
  }

  find(id: string): BoundSkill | undefined {
    return this.#byId.get(id.replace(/^\//, ''));
  }

  /** Validates the parameters; throws a Refusal that names the invalid one. */
  params(skill: BoundSkill, sent: unknown): Record<string, unknown> {
    try {
      return this.#readerFor(skill)(sent);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      throw invalidField(error.message, explainFields(skill.id, skill.params, sent));
    }
  }

  #readerFor(skill: BoundSkill): ParamsReader {
    const known = this.#readers.get(skill.id) ?? (createInputParser(skill.params, 'params') as ParamsReader);
    this.#readers.set(skill.id, known);
    return known;
  }
}
