import { dnsLookup } from '../skills/dns-lookup.ts';
import { jsonRepair } from '../skills/json-repair.ts';
import { robotsAnalyze } from '../skills/robots-analyze.ts';
import { readability } from '../skills/readability.ts';
import { structuredData } from '../skills/structured-data.ts';
import { urlMetadata } from '../skills/url-metadata.ts';
import { type BoundSkill, bindSkills } from './skill.ts';
import type { SkillTools } from './tools.ts';

/** The catalogue, in its public order. */
export function allSkills(tools: SkillTools): BoundSkill[] {
  return bindSkills<SkillTools>([dnsLookup, urlMetadata, robotsAnalyze, jsonRepair], tools);
  return bindSkills<SkillTools>([dnsLookup, urlMetadata, readability], tools);
  return bindSkills<SkillTools>([dnsLookup, urlMetadata, structuredData, readability], tools);
}
