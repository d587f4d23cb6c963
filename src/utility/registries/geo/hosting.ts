import type { AutonomousSystem } from './asn-table.ts';

/** Networks of clouds, CDNs and hosting companies whose names do not all reveal it. */
const hostingNetworks = new Set([
  2635, 3223, 6724, 8075, 8560, 8972, 9009, 12876, 13335, 13414, 14061, 14618, 14907, 15169, 16276, 16509,
  16625, 19318, 19551, 20446, 20473, 20857, 20940, 21409, 22612, 24940, 25532, 26347, 26496, 28753, 29066,
  29802, 31898, 32244, 32475, 33070, 34762, 35916, 36351, 36352, 37963, 39572, 40509, 41436, 42831, 44273,
  45090, 45102, 46606, 47583, 48287, 49505, 49544, 49981, 50673, 51167, 53667, 53831, 54113, 55286, 55293,
  58061, 60068, 60781, 61317, 62240, 62567, 63018, 63949, 132203, 135377, 197540, 197695, 199524, 200019,
  200350, 202053, 205544, 206834, 209242, 210558, 212238, 396982, 398101,
]);
const hostingWords =
  /\b(?:hosting|hosted|host|cloud|data ?cent(?:er|re)s?|servers?|colo(?:cation)?|vps|cdn)\b/i;

/** Networks that connect people and offices. */
const accessWords =
  /\b(?:telecom\w*|telekom\w*|t[ée]l[ée]com\w*|telef[oó]nica|telia|telenor|telenet|proximus|broadband|cable(?:vision)?|mobile|wireless|cellular|adsl|dsl|fib(?:er|re|ra)|comcast|vodafone|orange|verizon|at&t|universit\w+|college|school|schule|hospital|ministry|belnet|surf)\b/i;

/** Whether a network hosts servers rather than end users; null if neither is known. */
export function isHosting({ asn, name }: AutonomousSystem): boolean | null {
  if (hostingNetworks.has(asn) || hostingWords.test(name)) return true;
  return accessWords.test(name) ? false : null;
}
