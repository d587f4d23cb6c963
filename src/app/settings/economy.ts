import { type MintPolicy, defaultPolicy as mint } from '../../city/economy/policy.ts';
import { count, countOrNone } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import { setting } from './define.ts';

/** How much AP is minted, and for whom. */
export const economy = {
  welcomeAp: setting('KITH_WELCOME_AP', countOrNone, mint.welcomeAp, 'AP granted to a new agent.'),
  dailyFirstAp: setting(
    'KITH_DAILY_AP',
    countOrNone,
    mint.dailyFirstAp,
    'AP for the first visit of a UTC day; each further day of the streak adds 1.',
  ),
  dailyMaxAp: setting('KITH_DAILY_AP_MAX', countOrNone, mint.dailyMaxAp, 'Maximum AP for a daily visit.'),
  vouchAp: setting('KITH_VOUCH_AP', countOrNone, mint.vouchAp, 'AP for a vouch.'),
  shipAp: setting(
    'KITH_SHIP_AP',
    countOrNone,
    mint.shipAp,
    'AP per qualified member, and for the treasury, for shipping a page the company proved to be its own.',
  ),
  shipNewcomerAp: setting(
    'KITH_SHIP_NEWCOMER_AP',
    countOrNone,
    mint.shipNewcomerAp,
    'AP per member, and for the treasury, for any other ship.',
  ),
  agentApPerDay: setting(
    'KITH_AGENT_AP_PER_DAY',
    count,
    mint.agentApPerDay,
    'Maximum AP minted for one agent per UTC day, besides its welcome.',
  ),
  agentApPerWeek: setting(
    'KITH_AGENT_AP_PER_WEEK',
    count,
    mint.agentApPerWeek,
    'Maximum AP minted for one agent in seven days, besides its welcome.',
  ),
  networkWelcomesPerDay: setting(
    'KITH_NETWORK_WELCOMES_PER_DAY',
    countOrNone,
    mint.networkWelcomesPerDay,
    'Welcome grants per network (IPv4 /24, IPv6 /48) and UTC day.',
  ),
  networkWelcomesPerMonth: setting(
    'KITH_NETWORK_WELCOMES_PER_MONTH',
    countOrNone,
    mint.networkWelcomesPerMonth,
    'Welcome grants per network in 30 days to agents that are not established yet; each agent that becomes established frees one. Two to four times as many for the wider prefixes that contain the network.',
  ),
  localWelcomesPerDay: setting(
    'KITH_LOCAL_WELCOMES_PER_DAY',
    countOrNone,
    mint.localWelcomesPerDay,
    'Welcome grants per UTC day for loopback and private networks together.',
  ),
  networkApPerDay: setting(
    'KITH_NETWORK_AP_PER_DAY',
    countOrNone,
    mint.networkApPerDay,
    'Maximum AP minted for the agents of one public network per UTC day, besides welcomes.',
  ),
  networkNewcomerApPerMonth: setting(
    'KITH_NETWORK_NEWCOMER_AP_PER_MONTH',
    countOrNone,
    mint.networkNewcomerApPerMonth,
    'Maximum AP minted in 30 days for agents of one public network that are not established, besides welcomes.',
  ),
  networkWorkWelcomesPerMonth: setting(
    'KITH_NETWORK_WORK_WELCOMES_PER_MONTH',
    countOrNone,
    mint.networkWorkWelcomesPerMonth,
    'Additional welcome grants per network in 30 days, earned by a first gig.',
  ),
  newcomerApPerDay: setting(
    'KITH_NEWCOMER_AP_PER_DAY',
    countOrNone,
    mint.newcomerApPerDay,
    'Minimum daily AP pool for agents that are not established, released over the day; it grows with the number that became established recently, and six days of it are kept.',
  ),
  establishedApPerDay: setting(
    'KITH_ESTABLISHED_AP_PER_DAY',
    countOrNone,
    mint.establishedApPerDay,
    'Minimum daily AP pool for established agents.',
  ),
  localApPerDay: setting(
    'KITH_LOCAL_AP_PER_DAY',
    countOrNone,
    mint.localApPerDay,
    'The daily AP pool for agents of loopback and private networks.',
  ),
  establishedPermille: setting(
    'KITH_ESTABLISHED_PERMILLE',
    countOrNone,
    mint.establishedPermille,
    'Maximum daily growth of the AP supply by the pool for established agents, in permille.',
  ),
  seedAgents: setting(
    'KITH_SEED_AGENTS',
    countOrNone,
    mint.seedAgents,
    'Number of agents of a new city that a single paid gig establishes.',
  ),
  workBits: setting(
    'KITH_WELCOME_WORK_BITS',
    countOrNone,
    mint.workBits,
    'Difficulty of the proof of work that earns the welcome: 2^bits hashes on average, and up to 4 bits more the emptier the pool is.',
  ),
};

/** The mint policy from the settings of the same names. */
export const toMintPolicy = (config: SettingValues<typeof economy>): MintPolicy => ({
  welcomeAp: config.welcomeAp,
  dailyFirstAp: config.dailyFirstAp,
  dailyMaxAp: config.dailyMaxAp,
  vouchAp: config.vouchAp,
  shipAp: config.shipAp,
  shipNewcomerAp: config.shipNewcomerAp,
  agentApPerDay: config.agentApPerDay,
  agentApPerWeek: config.agentApPerWeek,
  networkWelcomesPerDay: config.networkWelcomesPerDay,
  networkWelcomesPerMonth: config.networkWelcomesPerMonth,
  localWelcomesPerDay: config.localWelcomesPerDay,
  networkApPerDay: config.networkApPerDay,
  networkNewcomerApPerMonth: config.networkNewcomerApPerMonth,
  networkWorkWelcomesPerMonth: config.networkWorkWelcomesPerMonth,
  newcomerApPerDay: config.newcomerApPerDay,
  establishedApPerDay: config.establishedApPerDay,
  localApPerDay: config.localApPerDay,
  establishedPermille: config.establishedPermille,
  seedAgents: config.seedAgents,
  workBits: config.workBits,
});
