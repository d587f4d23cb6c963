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
