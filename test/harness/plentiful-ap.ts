/** Settings for AP budgets that no load exhausts: tests, benchmarks and fault rounds register many agents on one day. */
export const plentifulAp = {
  KITH_NETWORK_WELCOMES_PER_DAY: '100000',
  KITH_NETWORK_WELCOMES_PER_MONTH: '100000',
  KITH_LOCAL_WELCOMES_PER_DAY: '100000',
  KITH_NETWORK_AP_PER_DAY: '1000000',
  KITH_NETWORK_NEWCOMER_AP_PER_MONTH: '1000000',
  KITH_NEWCOMER_AP_PER_DAY: '100000000',
  KITH_ESTABLISHED_AP_PER_DAY: '100000000',
  KITH_LOCAL_AP_PER_DAY: '100000000',
};
