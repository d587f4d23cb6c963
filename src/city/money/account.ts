/** Where an agent's AP is. Screen names are permanent, so the account's name is too. */
export const accountOf = (screenName: string): `agent:${string}` => `agent:${screenName}`;
