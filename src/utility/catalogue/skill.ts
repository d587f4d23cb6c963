import type { Static, TObject } from 'typebox';
import { declaringFile } from '../../platform/http/route.ts';
import type { SkillCall } from './call.ts';

/** A skill's declaration, from which the catalogue, routes, OpenAPI, A2A, MCP and the self-test are built. */
interface SkillFacts<P extends TObject, O extends TObject> {
  /** The path without its slash, and the id everywhere else. */
  readonly id: string;
  /** A decimal string, so that the price is exact: '0.003'. */
  readonly priceUsd: string;
  readonly does: string;
  /** Each parameter with a description. */
  readonly params: P;
  /** The parameter that receives the value of a plain-text call: `<id> <value>`. */
  readonly value: keyof Static<P> & string;
  readonly output: O;
  readonly example: Static<P>;
  /** Also accepts POST with a JSON body, for input longer than a URL allows. */
  readonly takesBody?: boolean;
  /** URL of the file that declares it. */
  readonly source?: string;
}

/** The facts of any skill, whatever its schemas. */
interface AnySkillFacts extends Omit<SkillFacts<TObject, TObject>, 'example'> {
  readonly example: Readonly<Record<string, unknown>>;
}

export interface Skill<Tools> extends AnySkillFacts {
  run(params: never, tools: Tools, call: SkillCall): Promise<Record<string, unknown>>;
}

/**
 * `skill<Tools>()({...})`: Tools are the skill's dependencies; the other types are inferred from the schemas.
 */
export function skill<Tools>() {
  return <P extends TObject, O extends TObject>(
    spec: SkillFacts<P, O> & {
      run(params: Static<P>, tools: Tools, call: SkillCall): Promise<Static<O>>;
    },
  ): Skill<Tools> => ({ source: declaringFile(), ...spec }) as unknown as Skill<Tools>;
}

/** A skill bound to its dependencies. */
export interface BoundSkill extends AnySkillFacts {
  run(params: Record<string, unknown>, call: SkillCall): Promise<Record<string, unknown>>;
}

export function bindSkills<Tools>(skills: readonly Skill<Tools>[], tools: Tools): BoundSkill[] {
  return skills.map((each) => ({
    ...each,
    run: (params, call) => each.run(params as never, tools, call),
  }));
}
