import { countOrNone } from '../../platform/config/parse.ts';
import type { SettingValues } from '../../platform/config/setting.ts';
import { setting } from './define.ts';

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
