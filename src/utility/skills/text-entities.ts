import { type CountryCode, isSupportedCountry } from 'libphonenumber-js';
import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { skill } from '../catalogue/skill.ts';
import type { Workers } from '../workers/workers.ts';

interface Tools {
  readonly workers: Workers;
}

const strings = Type.Array(Type.String());

export const textEntities = skill<Tools>()({
  id: 'text-entities',
  priceUsd: '0.005',
  does: 'E-mails, URLs, IPs, phones, dates, hashtags, mentions and amounts of money in a text.',
  params: Type.Object({
    text: Type.String({ minLength: 1, maxLength: 500_000, description: 'Any text; long ones by POST.' }),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z]{2}$',
        description: 'Whose telephone numbers are meant where they name no country, such as BE.',
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
      description: 'ISO 8601. 3/4/2026 is the fourth of March, 3.4.2026 and 3-4-2026 the third of April.',
    }),
    hashtags: Type.Array(Type.String(), { description: 'Without the sign.' }),
    mentions: Type.Array(Type.String(), { description: 'Without the sign.' }),
    money: Type.Array(
      Type.Object({
        text: Type.String(),
        amount: Type.Number(),
        currency: Type.String({ description: 'ISO 4217; a bare $ is USD.' }),
      }),
    ),
    count: Type.Integer({ description: 'Of all of them; each stands as often as the text has it.' }),
  }),
  run: async ({ text, country }, { workers }, { signal }) => {
    const code = country?.toUpperCase();
    if (code && !isSupportedCountry(code)) {
      throw invalidField('country is not a country', 'Send its two letters: ?country=BE');
    }
    const input = { text, ...(code && { country: code as CountryCode }) };
    return await workers.run('text-entities', input, { signal, bytes: text.length });
  },
});
