import { randomInt } from 'node:crypto';
import type { Kith } from '../app/kith.ts';
import type { Config } from '../app/settings.ts';

export type Started = Pick<Kith, 'urls' | 'dataDir'>;

/** Default server of client commands. */
const defaultCityUrl = 'http://127.0.0.1:4021';

/** Human-readable output of a start; `hasAgents` chooses the next command. */
export function banner(kith: Started, config: Config, hasAgents: boolean): string {
  const lines = ['', 'kith is up.'];
  if (config.roles.includes('utility')) lines.push(`  utility API  ${kith.urls.utility}`);
  if (config.roles.includes('city')) lines.push(`  city         ${kith.urls.city}`);
  lines.push(`  data         ${kith.dataDir ?? 'in the PostgreSQL of DATABASE_URL'}`);
  if (config.roles.includes('city')) {
    const city = kith.urls.city === defaultCityUrl ? '' : ` --city ${kith.urls.city}`;
    const name = `agent_${randomInt(36 ** 5, 36 ** 6).toString(36)}`;
    lines.push(
      '',
      ...(hasAgents
        ? ['See the open jobs:', `  npx kith jobs${city}`]
        : ['Register a first agent:', `  npx kith register ${name}${city}`]),
    );
  }
  return `${lines.join('\n')}\n\n`;
}
