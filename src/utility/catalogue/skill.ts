import type { Static, TObject } from 'typebox';
import { declaringFile } from '../../platform/http/declaring-file.ts';
import type { SkillCall } from './call.ts';

/** What a skill is, apart from doing it: catalogue, routes, OpenAPI, A2A, MCP and the self-test are made of this. */
interface SkillFacts<P extends TObject, O extends TObject> {
  /** Its path without the slash, and its id everywhere. */
  readonly id: string;
  /** A decimal string, so that a price is exact: '0.003'. */
  readonly priceUsd: string;
  readonly does: string;
  /** Each parameter with a description. */
  readonly params: P;
  /** The parameter that holds the value where a call is one text: `<id> <value>`. */
  readonly value: keyof Static<P> & string;
  readonly output: O;
  readonly example: Static<P>;
  /** Also takes POST with the parameters as a JSON body, for input longer than a URL carries. */
  readonly takesBody?: boolean;
  /** The file that declares it, as a URL. */
  readonly source?: string;
}

export interface Skill<Tools> extends SkillFacts<TObject, TObject> {
  run(params: never, tools: Tools, call: SkillCall): Promise<unknown>;
}

/** `skill<Tools>()({...})`: Tools is what the skill needs handed in; the rest is inferred from the schemas. */
export function skill<Tools>() {
  return <P extends TObject, O extends TObject>(
    spec: SkillFacts<P, O> & {
      run(params: Static<P>, tools: Tools, call: SkillCall): Promise<Static<O>>;
    },
  ): Skill<Tools> => ({ source: declaringFile(), ...spec }) as unknown as Skill<Tools>;
}

/** A skill with its tools in hand. */
export interface BoundSkill extends SkillFacts<TObject, TObject> {
  run(params: Record<string, unknown>, call: SkillCall): Promise<Record<string, unknown>>;
}

export function bindSkills<Tools>(skills: readonly Skill<Tools>[], tools: Tools): BoundSkill[] {
  return skills.map((each) => ({
    ...each,
    run: async (params, call) => (await each.run(params as never, tools, call)) as Record<string, unknown>,
  }));
}
