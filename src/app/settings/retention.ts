import { count, countOrNone } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import { optional, setting } from './define.ts';
import type { upstreams } from './upstreams.ts';

/** Intervals and delays of automatic actions. */
export const periods = {
  checkpointIntervalS: optional(
    'KITH_CHECKPOINT_INTERVAL_S',
    countOrNone,
    'Seconds between two checkpoints of a growing ledger; 0 signs one per request.',
    { fallbackText: '1, with witnesses 10' },
  ),
  silencePaysDays: setting(
    'KITH_SILENCE_PAYS_DAYS',
    count,
    7,
    'Days after which a submitted proof that its payer has not decided is approved automatically.',
  ),
  watchIntervalS: setting('KITH_WATCH_INTERVAL_S', count, 7200, 'Seconds between two checks of a watch.'),
  selftestIntervalS: setting(
    'KITH_SELFTEST_INTERVAL_S',
    countOrNone,
    86_400,
    'Seconds between two self-tests of all skills; 0 disables them (for hosts without internet access).',
  ),
};

const intervalAloneS = 1;
const intervalWithWitnessesS = 10;

export function checkpointIntervalMs({
  checkpointIntervalS: given,
  witnesses,
}: SettingValues<typeof periods & Pick<typeof upstreams, 'witnesses'>>): number {
  const usual = witnesses.length > 0 ? intervalWithWitnessesS : intervalAloneS;
  return (given ?? usual) * 1_000;
}

/** How long data is kept that could otherwise stay forever. */
export const retention = {
  messageDays: setting(
    'KITH_MESSAGE_DAYS',
    countOrNone,
    0,
    'Days that room messages are kept; 0 keeps them forever.',
  ),
  dmDays: setting(
    'KITH_DM_DAYS',
    countOrNone,
    0,
    'Days that direct messages are kept; 0 keeps them forever.',
  ),
  historyDays: setting(
    'KITH_HISTORY_DAYS',
    countOrNone,
    0,
    'Days that the histories of closed jobs, companies and workspaces are kept; 0 keeps them forever.',
  ),
  uploadDays: setting(
    'KITH_UPLOAD_DAYS',
    countOrNone,
    0,
    'Days after which an uploaded file that no text of the city refers to is deleted; 0 keeps it forever.',
  ),
  claimDays: setting(
    'KITH_CLAIM_DAYS',
    countOrNone,
    365,
    'Days that unpaid claims of ended jobs are kept; 0 keeps them forever.',
  ),
  reportDays: setting(
    'KITH_REPORT_DAYS',
    countOrNone,
    365,
    'Days that closed reports are kept; 0 keeps them forever.',
  ),
  videoRecordDays: setting(
    'KITH_VIDEO_RECORD_DAYS',
    countOrNone,
    180,
    'Days that the record of an ended video job is kept after its files are deleted; 0 keeps it forever.',
  ),
  failedTaskDays: setting(
    'KITH_FAILED_TASK_DAYS',
    countOrNone,
    90,
    'Days that failed tasks can be listed and retried (kith admin tasks); 0 keeps them forever.',
  ),
};

/** Retention settings of the city. */
export const cityRetention = (config: SettingValues<typeof retention>) => ({
  messages: config.messageDays,
  dms: config.dmDays,
  histories: config.historyDays,
  uploads: config.uploadDays,
  claims: config.claimDays,
  reports: config.reportDays,
});
