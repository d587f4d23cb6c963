import { Type } from 'typebox';
import { invalidField } from '../../platform/http/errors.ts';
import { nullable } from '../../platform/http/schema.ts';
import { skill } from '../catalogue/skill.ts';
import { readVat } from '../registries/vat/vat-number.ts';
import type { SkillTools } from './tools.ts';

const textOrUndisclosed = (what: string) =>
  nullable(Type.String({ description: `${what}; null if the state does not disclose it.` }));

export const viesCheck = skill<Pick<SkillTools, 'vies'>>()({
  id: 'vies-check',
  priceUsd: '0.006',
  does: 'Whether an EU VAT number is registered, with name and address, from the official registry.',
  params: Type.Object({
    vat: Type.String({
      minLength: 1,
      maxLength: 40,
      description: 'Country prefix and number, like BE0123456749; spaces and dots are ignored.',
    }),
    requester: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 40,
        description:
          'Your own VAT number: with it, the registry returns a consultation number as proof of the check.',
      }),
    ),
  }),
  value: 'vat',
  example: { vat: 'IE6388047V' },
  output: Type.Object({
    vat: Type.String(),
    country_code: Type.String({ description: 'As the registry writes it: EL for Greece.' }),
    number: Type.String(),
    valid: Type.Boolean({ description: 'Whether the number is registered, as the registry says.' }),
    check_digits: Type.Boolean({
      description: 'Whether the check digits are valid by the rules of its member state.',
    }),
    name: textOrUndisclosed('The registered name'),
    address: textOrUndisclosed('The registered address'),
    consultation_number: nullable(
      Type.String({ description: 'Consultation number that proves this check; null without requester.' }),
    ),
    requester: nullable(Type.String()),
    requested_at: Type.String({ format: 'date-time' }),
    source: Type.String(),
  }),
  run: async ({ vat, requester: asker }, { vies }, { signal }) => {
    const parsed = readVat(vat);
    if (!parsed.ok) throw invalidField(parsed.error, parsed.hint);
    const { country, number, checkDigits } = parsed;
    const requester = asker === undefined ? null : readVat(asker, 'requester');
    if (requester && !requester.ok) throw invalidField(requester.error, requester.hint);
    const { valid, name, address, requestedAt, consultation } = await vies.check(
      { country, number, requester },
      signal,
    );
    return {
      vat: `${country}${number}`,
      country_code: country,
      number,
      valid,
      check_digits: checkDigits,
      name: valid ? name : null,
      address: valid ? address : null,
      consultation_number: consultation,
      requester: requester && `${requester.country}${requester.number}`,
      requested_at: requestedAt,
      source: 'VIES, European Commission',
    };
  },
});
