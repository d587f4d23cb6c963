import type { Dns } from '../../platform/outbound/dns.ts';
import { dnsLookup } from '../skills/dns-lookup.ts';
import { type BoundSkill, bindSkills } from './skill.ts';

/** Everything that some skill needs. */
export interface SkillTools {
  readonly dns: Dns;
}

/** The catalogue, in its public order. */
export function allSkills(tools: SkillTools): BoundSkill[] {
  return bindSkills([dnsLookup], tools);
}
