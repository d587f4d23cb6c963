import { Type } from 'typebox';
import { nullable } from '../../platform/http/schema.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { skill } from '../catalogue/skill.ts';
import { isRoleAccount, readEmail, suggestAddress } from '../mail/address/address.ts';
import { loadDomainLists } from '../mail/address/domain-lists.ts';
import { findMailHosts, type MailHosts } from '../mail/address/mail-hosts.ts';
import { isOneTypoAway, misspellsLargest, suggestDomain, suggestTld } from '../mail/address/typo.ts';
import type { SkillTools } from './tools.ts';

const maybe = nullable(Type.String());
const flag = (description: string) => Type.Boolean({ description });

const booleanIfRequested = (description: string) =>
  nullable(Type.Boolean({ description: `${description} Null if it was not looked up.` }));

const mailHostsNotQueried: MailHosts = {
  found: null,
  nullMx: null,
  implicit: null,
  records: [],
  takesMail: 'unknown',
  reason: 'An address literal has no mail hosts to look up.',
};

export const verifyEmail = skill<Pick<SkillTools, 'dns'>>()({
  id: 'verify-email',
  priceUsd: '0.002',
  does: 'Syntax, mail hosts, and whether an address is disposable, a role address or at a free provider.',
  params: Type.Object({
    email: Type.String({ minLength: 1, maxLength: 400, description: 'The address to verify.' }),
  }),
  value: 'email',
  example: { email: 'postmaster@example.com' },
  output: Type.Object({
    email: Type.String(),
    valid: flag('True if the syntax is valid and no check speaks against it.'),
    syntax: Type.Object({
      valid: Type.Boolean(),
      local: maybe,
      domain: maybe,
      normalized: maybe,
      smtputf8: flag('Whether it needs a mail server that supports SMTPUTF8.'),
      reason: nullable(Type.String({ description: 'What is wrong with it.' })),
    }),
    mx: Type.Object({
      found: nullable(Type.Boolean({ description: 'Null if the DNS lookup failed or was not made.' })),
      null_mx: booleanIfRequested('The domain declares that it accepts no mail.'),
      implicit: booleanIfRequested('True if there is no MX record, so mail goes to the domain itself.'),
      records: Type.Array(Type.Object({ exchange: Type.String(), priority: Type.Integer() })),
    }),
    did_you_mean: nullable(
      Type.String({
        description:
          'The address that was probably meant: gmail.com for gmial.com, or a malformed address with the mistake or the name beside it removed.',
      }),
    ),
    typo_domain: booleanIfRequested(
      'True if the domain is a misspelling of a common one; it is then not disposable.',
    ),
    disposable: booleanIfRequested('Whether it is at a disposable mail service.'),
    privacy_relay: booleanIfRequested('Whether it forwards to another mailbox of its owner; not disposable.'),
    role_account: booleanIfRequested('Whether it belongs to a role and not to a person: info@, abuse@.'),
    free_provider: booleanIfRequested('Whether it is at a free mail provider.'),
    deliverable: Type.String({
      enum: ['yes', 'no', 'unknown'],
      description:
        'Whether the domain accepts mail. The mailbox itself is not probed, because servers do not answer reliably.',
    }),
    reasons: Type.Array(Type.String()),
    not_read: notReadField,
  }),
  run: async ({ email }, { dns }, { signal }) => {
    const syntax = readEmail(email);
    if (!syntax.valid) return malformedResult(email, syntax.reason);
    const { local, domain, literal, utf8 } = syntax;
    const [lists, hosts] = await Promise.all([
      loadDomainLists(),
      literal ? mailHostsNotQueried : findMailHosts(dns, domain, signal),
    ]);
    const reasons = [hosts.reason];
    const relay = lists.isPrivacyRelay(domain);
    const isFree = lists.isFreeProvider(domain) && !misspellsLargest(domain);
    // hotmail.de is a provider of its own, not a typo for hotmail.fr.
    const near =
      isFree || relay
        ? null
        : (suggestDomain(domain) ?? (hosts.takesMail === 'no' ? suggestTld(domain) : null));
    const onList = lists.disposable(domain);
    // Lists of disposable domains also contain misspelled provider names, which are not disposable by intent.
    const intended = near !== null && (onList === null || isOneTypoAway(domain, near)) ? near : null;
    // A custom domain can have the same mail hosts.
    const disposableName =
      intended !== null
        ? null
        : (onList ??
          hosts.records.map(({ exchange }) => lists.disposable(exchange)).find((each) => each !== null));
    // A domain that is on no list can still use the mail hosts of a disposable one.
    const isUnsure = hosts.found === null && !literal && !isFree && !relay && intended === null;
    if (disposableName) reasons.push(`${disposableName} is a disposable mail service.`);
    if (relay) reasons.push(`${domain} forwards to another mailbox of the owner.`);
    if (intended) reasons.push(`${domain} is nearly ${intended}: it may be mistyped.`);
    const role = isRoleAccount(local);
    if (role) reasons.push('The name is a role, not a person.');
    return {
      email,
      valid: hosts.takesMail !== 'no',
      syntax: { valid: true, local, domain, normalized: `${local}@${domain}`, smtputf8: utf8, reason: null },
      mx: { found: hosts.found, null_mx: hosts.nullMx, implicit: hosts.implicit, records: hosts.records },
      did_you_mean: intended === null ? null : `${local}@${intended}`,
      typo_domain: intended !== null,
      disposable: disposableName ? true : isUnsure ? null : false,
      privacy_relay: relay,
      role_account: role,
      free_provider: isFree,
      deliverable: hosts.takesMail,
      reasons,
      not_read: literal ? {} : listNotRead(hosts, isUnsure && !disposableName),
    };
  },
});

/** Fields that DNS gave no response for. */
function listNotRead({ found, implicit, takesMail, reason }: MailHosts, isUnsure: boolean): NotRead {
  return {
    ...(found === null ? { mx: reason } : implicit === null && { 'mx.implicit': reason }),
    ...(takesMail === 'unknown' && { deliverable: reason }),
    ...(isUnsure && { disposable: reason }),
  };
}

function malformedResult(email: string, reason: string) {
  return {
    email,
    valid: false,
    syntax: { valid: false, local: null, domain: null, normalized: null, smtputf8: false, reason },
    // Nothing is looked up for an address that cannot exist.
    mx: { found: null, null_mx: null, implicit: null, records: [] },
    did_you_mean: suggestAddress(email),
    typo_domain: null,
    disposable: null,
    privacy_relay: null,
    role_account: null,
    free_provider: null,
    deliverable: 'no' as const,
    reasons: [`The address is not well formed: ${reason}.`],
    not_read: {},
  };
}
