import { brandAssets } from '../skills/brand-assets.ts';
import { brokenLinks } from '../skills/broken-links.ts';
import { dnsLookup } from '../skills/dns-lookup.ts';
import { evmAddressIntel } from '../skills/evm-address-intel.ts';
import { gasTracker } from '../skills/gas-tracker.ts';
import { htmlTable } from '../skills/html-table.ts';
import { jsonRepair } from '../skills/json-repair.ts';
import { langHreflang } from '../skills/lang-hreflang.ts';
import { multichainBalance } from '../skills/multichain-balance.ts';
import { readability } from '../skills/readability.ts';
import { redirectTrace } from '../skills/redirect-trace.ts';
import { robotsAnalyze } from '../skills/robots-analyze.ts';
import { seoAudit } from '../skills/seo-audit.ts';
import { structuredData } from '../skills/structured-data.ts';
import { tokenMetadata } from '../skills/token-metadata.ts';
import { txStatus } from '../skills/tx-status.ts';
import { urlMetadata } from '../skills/url-metadata.ts';
import { type BoundSkill, bindSkills, type Skill } from './skill.ts';
import type { SkillTools } from './tools.ts';

/** The catalogue, in its public order. */
const catalogue: readonly Skill<SkillTools>[] = [
  dnsLookup,
  urlMetadata,
  redirectTrace,
  robotsAnalyze,
  structuredData,
  brokenLinks,
  htmlTable,
  readability,
  brandAssets,
  seoAudit,
  langHreflang,
  evmAddressIntel,
  tokenMetadata,
  gasTracker,
  txStatus,
  multichainBalance,
  jsonRepair,
];

export const allSkills = (tools: SkillTools): BoundSkill[] => bindSkills(catalogue, tools);
