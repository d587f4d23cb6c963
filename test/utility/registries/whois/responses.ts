import { readdirSync, readFileSync } from 'node:fs';

const dir = new URL('./responses/', import.meta.url);

/**
 * WHOIS responses by zone, written in the format of each registry and not recorded: labels, order, dates, comments and
 * line ends are the registry's; names and dates are invented.
 */
const responses: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(dir).map((file) => [file.replace(/\.txt$/, ''), readFileSync(new URL(file, dir), 'utf8')]),
);

export function responseOf(zone: string): string {
  const response = responses[zone];
  if (response === undefined) throw new Error(`there is no response of the registry of .${zone}`);
  return response;
}

/** The domain that a response is about. */
export const domainIn = (response: string): string =>
  /kith\.[a-z.]*[a-z]/i.exec(response)?.[0].toLowerCase() ?? '';
