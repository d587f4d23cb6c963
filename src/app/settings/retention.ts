import { countOrNone } from '../../platform/config/parse.ts';
import type { Config } from '../settings.ts';
import { setting } from './define.ts';

/** How long data is kept that could otherwise stay forever. */
export const retention = {
  messageDays: setting(
    'KITH_MESSAGE_DAYS',
    countOrNone,
    0,
    'Days that messages of rooms are kept; 0 keeps them.',
  ),
  dmDays: setting('KITH_DM_DAYS', countOrNone, 0, 'Days that direct messages are kept; 0 keeps them.'),
  historyDays: setting(
    'KITH_HISTORY_DAYS',
    countOrNone,
    0,
    'Days that the histories of closed jobs, companies and workspaces are kept; 0 keeps them.',
  ),
  uploadDays: setting(
    'KITH_UPLOAD_DAYS',
    countOrNone,
    0,
    'Days after which an uploaded file that no text of the city refers to is deleted; 0 keeps it.',
  ),
  claimDays: setting(
    'KITH_CLAIM_DAYS',
    countOrNone,
    365,
    'Days that claims which ended without pay are kept once their job is over; 0 keeps them.',
  ),
  reportDays: setting(
    'KITH_REPORT_DAYS',
    countOrNone,
    365,
    'Days that closed reports are kept; 0 keeps them.',
  ),
  videoRecordDays: setting(
    'KITH_VIDEO_RECORD_DAYS',
    countOrNone,
    180,
    'Days that the record of a video job is kept after it ended, once its files are deleted; 0 keeps it.',
  ),
  failedTaskDays: setting(
    'KITH_FAILED_TASK_DAYS',
    countOrNone,
    90,
    'Days that given-up tasks can be looked at and retried (kith admin tasks); 0 keeps them.',
  ),
};

/** Retention settings of the city. */
export const cityRetention = (config: Config) => ({
  messages: config.messageDays,
  dms: config.dmDays,
  histories: config.historyDays,
  uploads: config.uploadDays,
  claims: config.claimDays,
  reports: config.reportDays,
});
