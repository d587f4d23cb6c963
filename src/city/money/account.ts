/** Ledger account of an agent. Screen names are permanent, so account names are too. */
export const accountOf = (screenName: string): `agent:${string}` => `agent:${screenName}`;
