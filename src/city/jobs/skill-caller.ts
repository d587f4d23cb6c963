/** Calls data skills for acceptance checks. The city knows that there are skills, not which: src/app passes this in. */
export interface SkillCaller {
  /** Why a job cannot carry this call; undefined if it can. */
  faultOf(call: SkillCheckCall): string | undefined;
  /** Runs the skill. Throws where the failure says nothing of the proof (this server is overloaded). */
  call(skill: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<SkillOutcome>;
}

export interface SkillCheckCall {
  readonly skill: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Names of the parameters whose value is complete only with a proof. */
  readonly open: readonly string[];
  readonly expect: Readonly<Record<string, unknown>>;
}

export type SkillOutcome =
  | { readonly answer: Readonly<Record<string, unknown>> }
  /** `mayPass`: another attempt could succeed (an upstream failed or timed out). */
  | { readonly failure: string; readonly mayPass: boolean };
