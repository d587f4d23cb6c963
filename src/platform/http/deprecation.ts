import type { BoundRoute } from './route.ts';

/** What the answers of a route say that is to be removed: since when, until when, and what takes its place. */
export function deprecationHeaders({
  since,
  sunset,
  instead,
}: NonNullable<BoundRoute['deprecated']>): Record<string, string> {
  return {
    deprecation: `@${Math.floor(Date.parse(since) / 1_000)}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${instead}>; rel="successor-version"`,
  };
}
