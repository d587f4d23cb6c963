/**
 * Calls data skills for acceptance checks. src/app passes it in, because the city must not import the skills.
 */
export interface SkillCaller {
  /** Why a job cannot have this call; undefined if it can. */
  findCallFault(call: SkillCheckCall): string | undefined;
  /** Runs the skill. Throws if the failure says nothing about the proof, such as an overloaded server. */
  call(skill: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SkillOutcome>;
}

export interface SkillCheckCall {
  readonly skill: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of parameters whose value is only complete with a proof. */
  readonly open: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
}

export type SkillOutcome =
  | { readonly answer: Readonly<Record<string, unknown>> }
  /** `mayPass`: a retry could succeed because an upstream failed or timed out. */
  | { readonly failure: string; readonly mayPass: boolean };
