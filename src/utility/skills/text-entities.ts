import type { CountryCode } from 'libphonenumber-js';
import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { oneOf } from '../../platform/http/schema.ts';
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
        description:
          'Whose telephone numbers and order of day and month are meant where the text does not say, such as BE.',
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
        'ISO 8601. Without country, 3/4/2026 and 3-4-2026 are the fourth of March, 3.4.2026 the third of April; entities says which could be meant the other way.',
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
    entities: Type.Array(
      Type.Object({
        type: oneOf(['email', 'url', 'ip', 'phone', 'date', 'hashtag', 'mention', 'money']),
        value: Type.String({ description: 'The normal form: E.164, ISO 8601, or amount and currency.' }),
        text: Type.String({ description: 'As written.' }),
        offset: Type.Integer({ description: 'Of the first one, in UTF-16 units from 0.' }),
        length: Type.Integer(),
        count: Type.Integer({ description: 'How often it occurs in the text.' }),
        ambiguous: Type.Optional(
          Type.Boolean({ description: 'A date whose day and month could be swapped.' }),
        ),
      }),
      { description: 'Each value once, in the order of the text, the first 5,000.' },
    ),
    count: Type.Integer({ description: 'Of all of them; the lists have each as often as the text has it.' }),
  }),
  run: async ({ text, country }, { workers }, { signal }) => {
    const code = country?.toUpperCase();
    if (code && !(await isPhoneCountry(code))) {
      throw invalidField('country is not a country', 'Send its two letters: ?country=BE');
    }
    const input = { text, ...(code && { country: code as CountryCode }) };
    return await workers.run('text-entities', input, { signal, bytes: text.length });
  },
});

/** Loaded with the first such call: otherwise only the workers need the library. */
async function isPhoneCountry(code: string): Promise<boolean> {
  const { isSupportedCountry } = await import('libphonenumber-js');
  return isSupportedCountry(code);
}
