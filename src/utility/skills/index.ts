import { type BoundSkill, bindSkills, type Skill } from '../catalogue/skill.ts';
import { brandAssets } from '../skills/brand-assets.ts';
import { brokenLinks } from '../skills/broken-links.ts';
import { dnsLookup } from '../skills/dns-lookup.ts';
import { domainIntel } from '../skills/domain-intel.ts';
import { emailAuth } from '../skills/email-auth.ts';
import { evmAddressIntel } from '../skills/evm-address-intel.ts';
import { gasTracker } from '../skills/gas-tracker.ts';
import { htmlTable } from '../skills/html-table.ts';
import { ipGeo } from '../skills/ip-geo.ts';
import { jsonRepair } from '../skills/json-repair.ts';
import { langHreflang } from '../skills/lang-hreflang.ts';
import { multichainBalance } from '../skills/multichain-balance.ts';
import { readability } from '../skills/readability.ts';
import { redirectTrace } from '../skills/redirect-trace.ts';
import { robotsAnalyze } from '../skills/robots-analyze.ts';
import { rssToJson } from '../skills/rss-to-json.ts';
import { securityHeaders } from '../skills/security-headers.ts';
import { seoAudit } from '../skills/seo-audit.ts';
import { sitemapExtract } from '../skills/sitemap-extract.ts';
import { sourceVerify } from '../skills/source-verify.ts';
import { structuredData } from '../skills/structured-data.ts';
import { techDetect } from '../skills/tech-detect.ts';
import { textEntities } from '../skills/text-entities.ts';
import { tokenMetadata } from '../skills/token-metadata.ts';
import { txStatus } from '../skills/tx-status.ts';
import { urlMetadata } from '../skills/url-metadata.ts';
import { verifyEmail } from '../skills/verify-email.ts';
import { viesCheck } from '../skills/vies-check.ts';
import { whoisRdap } from '../skills/whois-rdap.ts';
import type { SkillTools } from './tools.ts';

/** The catalogue, in its public order. */
const catalogue: readonly Skill<SkillTools>[] = [
  verifyEmail,
  domainIntel,
  emailAuth,
  dnsLookup,
  urlMetadata,
  techDetect,
  rssToJson,
  sitemapExtract,
  securityHeaders,
  redirectTrace,
  robotsAnalyze,
  structuredData,
  brokenLinks,
  htmlTable,
  whoisRdap,
  ipGeo,
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
  textEntities,
  sourceVerify,
  viesCheck,
];

export const allSkills = (tools: SkillTools): BoundSkill[] => bindSkills(catalogue, tools);
