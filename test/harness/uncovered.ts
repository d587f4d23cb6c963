import type { Client } from './client.ts';

/** Refusals that precede any rule of an area; their hints are tested where they are made. */
const general = [
  'bad_json',
  'foreign_host',
  'wrong_type',
  'too_large',
  'bad_key',
  'banned',
  'idempotency_key_reused',
  'credential',
  'out_of_scope',
  'precondition_failed',
  'over_limit',
  'internal',
  'overloaded',
  'shutting_down',
];

/** Error codes that the routes of an area declare and whose hints were not tested. */
export async function uncovered(client: Client, area: string, covered: Set<string>): Promise<string[]> {
  const { operations } = await client.document();
  const listed = operations
    .filter(({ operation }) => operation.tags.includes(area))
    .flatMap(({ operation }) => Object.entries(operation.responses))
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description }]) =>
      [...description.matchAll(/`([a-z_0-9]+)`: /g)].map(([, code]) => code!),
    );
  return [...new Set(listed)].filter((code) => !covered.has(code) && !general.includes(code));
}
