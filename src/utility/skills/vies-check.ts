import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { skill } from '../catalogue/skill.ts';
import { readVat } from '../registries/vat/vat-number.ts';
import type { Vies } from '../registries/vies.ts';

interface Tools {
  readonly vies: Vies;
}

const undisclosed = (what: string) =>
  Type.Union([Type.String(), Type.Null()], {
    description: `${what}; null where the state does not disclose it.`,
  });

export const viesCheck = skill<Tools>()({
  id: 'vies-check',
  priceUsd: '0.006',
  does: 'Whether an EU VAT number is registered, with name and address, asked of the official registry.',
  params: Type.Object({
    vat: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Country prefix and number, like BE0123456749; blanks and dots do not matter.',
    }),
  }),
  value: 'vat',
  example: { vat: 'IE6388047V' },
  output: Type.Object({
    vat: Type.String(),
    country_code: Type.String({ description: 'As the registry writes it: EL for Greece.' }),
    number: Type.String(),
    valid: Type.Boolean({ description: 'What the registry says, and nothing else.' }),
    check_digits: Type.Boolean({ description: 'Whether the number adds up by the rules of its state.' }),
    name: undisclosed('The registered name'),
    address: undisclosed('The registered address'),
    consultation_number: Type.Union([Type.String(), Type.Null()]),
    requested_at: Type.String({ format: 'date-time' }),
    source: Type.String(),
  }),
  run: async ({ vat }, { vies }, { signal }) => {
    const read = readVat(vat);
    if (!read.ok) throw invalidField(read.error, read.hint);
    const { country, number, checkDigits } = read;
    const { valid, name, address, requestedAt, consultation } = await vies.check({ country, number }, signal);
    return {
      vat: `${country}${number}`,
      country_code: country,
      number,
      valid,
      check_digits: checkDigits,
      name: valid ? name : null,
      address: valid ? address : null,
      consultation_number: consultation,
      requested_at: requestedAt,
      source: 'VIES, European Commission',
    };
  },
});
