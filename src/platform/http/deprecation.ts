import type { BoundRoute } from './route.ts';

/** Headers of a deprecated route: since when, until when, and its replacement. */
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
