import type { CountryCode } from 'libphonenumber-js';
import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { foreignText, oneOf } from '../../platform/http/schema.ts';
import { skill } from '../catalogue/skill.ts';
import type { SkillTools } from './tools.ts';

const strings = Type.Array(Type.String());

export const textEntities = skill<Pick<SkillTools, 'workers'>>()({
  id: 'text-entities',
  priceUsd: '0.005',
  does: 'E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text.',
  params: Type.Object({
    text: Type.String({
      ...foreignText,
      minLength: 1,
      maxLength: 500_000,
      description: 'Any text; send long texts with POST.',
    }),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        'x-rule': 'a country as two letters',
        description:
          'Country (such as BE) assumed for telephone numbers, the order of day and month, and the currency of kr, where the text is ambiguous.',
      }),
    ),
  }),
  value: 'text',
  takesBody: true,
  example: {
    text: 'Mail ada@example.com or call +32 2 212 26 37 before 31 March 2026: 1.250,50 euro, #deal by @ada at example.com/offer',
  },
  output: Type.Object({
    emails: strings,
    urls: Type.Array(Type.String(), { description: 'As written, also without a scheme.' }),
    ips: strings,
    phones: Type.Array(Type.String(), { description: 'In E.164.' }),
    dates: Type.Array(Type.String(), {
      description:
        'ISO 8601. Without country, 3/4/2026 and 3-4-2026 are the fourth of March, 3.4.2026 the third of April; entities marks the ambiguous ones.',
    }),
    hashtags: Type.Array(Type.String(), { description: 'Without the # or @.' }),
    mentions: Type.Array(Type.String(), { description: 'Without the # or @.' }),
    handles: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Handles of the fediverse (@user@host) as user@host; only if there are some.',
      }),
    ),
    money: Type.Array(
      Type.Object({
        text: Type.String(),
        amount: Type.Number(),
        currency: Type.String({ description: 'ISO 4217; a bare $ is USD.' }),
      }),
    ),
    entities: Type.Array(
      Type.Object({
        type: oneOf(['email', 'url', 'ip', 'phone', 'date', 'hashtag', 'mention', 'handle', 'money']),
        value: Type.String({ description: 'Normalised value: E.164, ISO 8601, or amount and currency.' }),
        text: Type.String({ description: 'As written.' }),
        offset: Type.Integer({ description: 'Position of the first occurrence, in UTF-16 units from 0.' }),
        length: Type.Integer(),
        count: Type.Integer({ description: 'Number of occurrences in the text.' }),
        ambiguous: Type.Optional(
          Type.Boolean({
            description:
              'A date whose day and month could be swapped, or kr, which is of several currencies.',
          }),
        ),
      }),
      { description: 'Each value once, in text order, at most the first 5,000.' },
    ),
    count: Type.Integer({
      description: 'Number of all entities; the lists repeat a value as often as it occurs.',
    }),
  }),
  run: async ({ text, country }, { workers }, { signal }) => {
    const code = country?.toUpperCase();
    if (code && !(await isPhoneCountry(code))) {
      throw invalidField('country is not an ISO 3166 country code', 'Send its two letters: ?country=BE');
    }
    const input = { text, ...(code && { country: code as CountryCode }) };
    return await workers.run('text-entities', input, { signal, bytes: text.length });
  },
});

/** Loaded at the first such call: otherwise only the workers need the library. */
async function isPhoneCountry(code: string): Promise<boolean> {
  const { isSupportedCountry } = await import('libphonenumber-js');
  return isSupportedCountry(code);
}
