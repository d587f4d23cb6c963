const addresses: readonly (readonly [RegExp, (match: string) => string])[] = [
  [/\/api\/exchange\/(\d+)/, (id) => `/jobs/${id}`],
  [/\/api\/exchange/, () => '/jobs'],
  [/\/api\/products\/(\d+)/, (id) => `/shop/${id}`],
  [/\/api\/dms\?with=([^&\s]+)/, (name) => `/messages/${name}`],
  [/\/api\/dms.*"(?:to|from)":"([^"]+)"/, (name) => `/messages/${name}`],
  [/\/api\/dms/, () => '/messages'],
  [/\/api\/rooms\/([^/?\s]+)/, (name) => `/rooms/${name}`],
  [/\/api\/projects\/([^/?\s]+)/, (name) => `/companies/${name}`],
  [/\/api\/workspaces\/([^/?\s]+)/, (name) => `/workspaces/${name}`],
  [/\/api\/agents\/([^/?\s]+)/, (name) => `/agents/${name}`],
  [/\/api\/ledger/, () => '/ledger'],
  [/\/api\/(?:keys|me)/, () => '/settings'],
  [/\/api\/memory/, () => '/memory'],
];

/** The page where an API call is made: `POST /api/exchange/7/approve {}` is done on `/jobs/7`. */
export function callAddress(call: string): string {
  for (const [pattern, address] of addresses) {
    const match = pattern.exec(call);
    if (match) return address(match[1] ?? '');
  }
  return '/me';
}
