import type { readWhois } from '../../../../src/utility/registries/whois/answer.ts';

export type ExpectedRegistration = readonly [
  created: string | null,
  expires: string | null,
  updated: string | null,
  registrar: string | null,
  status: readonly string[],
  dnssec: boolean | null,
];

export const day = (date: string): string => `${date}T00:00:00.000Z`;

export const registrationOf = (found: NonNullable<ReturnType<typeof readWhois>>): ExpectedRegistration => [
  found.createdAt,
  found.expiresAt,
  found.updatedAt,
  found.registrar,
  found.status,
  found.dnssec,
];
