import { getDomain } from 'tldts';
import { Type } from 'typebox';
import { dayMs } from '../../platform/duration.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { DnsFailure } from '../../platform/outbound/dns-record.ts';
import { OutboundError } from '../../platform/outbound/error.ts';
import { type NotRead, notReadField, type SkillCall } from '../catalogue/call.ts';
import { asSkillError } from '../catalogue/errors.ts';
import { domainParam, readSite, type Site } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { findMailHosts } from '../mail/address/mail-hosts.ts';
import { surveyDkim } from '../mail/dkim.ts';
import { checkPosture } from '../mail/posture.ts';
import type { Page, Pages } from '../pages/pages.ts';
import { gradeDeliverability } from '../sites/domain-intel/grade.ts';
import { detectDnsProvider, detectMailProvider } from '../sites/domain-intel/providers.ts';
import { servicesInTxtRecords } from '../sites/domain-intel/txt-services.ts';
import type { Technology } from '../sites/technologies/detect.ts';
import { detectPageTechnologies, technologySchema } from '../sites/technologies/page-technologies.ts';
import type { SkillTools } from './tools.ts';

const text = Type.String();
const textOrNull = nullable(text);
const booleanOrNull = nullable(Type.Boolean());
const youngDays = 90;

export const domainIntel = skill<Pick<SkillTools, 'dns' | 'pages' | 'registries' | 'clock' | 'workers'>>()({
  id: 'domain-intel',
  priceUsd: '0.008',
  does: 'Profile of a domain: mail provider, deliverability, hosting, home page and notable facts.',
  params: Type.Object({ domain: domainParam }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: text,
    registrable_domain: text,
    mail_provider: textOrNull,
    dns_provider: textOrNull,
    deliverability: Type.Object({
      mx: booleanOrNull,
      spf: booleanOrNull,
      dmarc: textOrNull,
      dkim: nullable(Type.Boolean({ description: 'Whether a common selector has a key.' })),
      grade: nullable(Type.String({ description: 'A to F; null if a deciding fact is unknown.' })),
    }),
    tech_stack: Type.Array(technologySchema, {
      description:
        'Technologies of the home page, as tech-detect finds them, and services named in DNS records.',
    }),
    metadata: Type.Record(text, Type.Unsafe<unknown>({}), {
      description:
        'url, status, title, description, lang and favicon of the home page; empty if it cannot be read.',
    }),
    registration: nullable(
      Type.Object({
        registered: Type.Boolean(),
        created_at: textOrNull,
        expires_at: textOrNull,
        registrar: textOrNull,
      }),
    ),
    signals: Type.Array(text, { description: 'Notable facts, and what could not be read.' }),
    not_read: notReadField,
  }),
  run: async ({ domain }, { dns, pages, registries, clock, workers }, call) => {
    const site = readSite(domain);
    const name = getDomain(site.domain) ?? site.domain;
    const { signal } = call;
    const [posture, hosts, dkim, texts, servers, home, registration] = await Promise.all([
      checkPosture(dns, name, signal),
      findMailHosts(dns, name, signal),
      surveyDkim(dns, name, [], signal),
      dns.query(name, 'TXT', signal),
      dns.query(name, 'NS', signal),
      attempt(homePage(pages, site, call)),
      attempt(registries.findRegistration(name, call)),
    ]);
    const keys = dkim.selectors.some((each) => each.found);
    const [metadata, seen] = home.ok
      ? await Promise.all([
          attempt(home.value.read('page-metadata', {})),
          attempt(detectPageTechnologies(home.value.answer, workers, call)),
        ])
      : [null, null];
    const signals = [...posture.reasons, hosts.reason];
    for (const part of [home, registration, metadata, seen])
      if (part && !part.ok && !signals.includes(part.error)) signals.push(part.error);
    const found = registration.ok ? registration.value.registration : null;
    if (found && !found.registered) signals.push('The registry says that this domain is not registered.');
    if (found?.createdAt && clock.now().getTime() - Date.parse(found.createdAt) < youngDays * dayMs)
      signals.push(`It was registered less than ${youngDays} days ago.`);
    const deliverability = gradeDeliverability(
      hosts,
      posture,
      keys || (dkim.unanswered.length > 0 ? null : false),
    );
    return {
      domain: site.domain,
      registrable_domain: name,
      mail_provider: detectMailProvider(hosts.records.map(({ exchange }) => exchange)),
      dns_provider: servers.ok ? detectDnsProvider(servers.records) : null,
      deliverability: { ...deliverability },
      tech_stack: mergeTechnologies(
        seen?.ok ? seen.value : [],
        servicesInTxtRecords(texts.ok ? texts.records.map((strings) => strings.join('')) : []),
      ),
      metadata: home.ok ? pickMetadata(home.value, metadata?.ok ? metadata.value : null) : {},
      registration: found && {
        registered: found.registered,
        created_at: found.createdAt,
        expires_at: found.expiresAt,
        registrar: found.registrar,
      },
      signals,
      not_read: {
        ...(hosts.found === null && { mail_provider: hosts.reason }),
        ...(deliverability.mx === null && { 'deliverability.mx': hosts.reason }),
        ...(deliverability.spf === null && { 'deliverability.spf': posture.spf.unread.join('; ') }),
        ...(deliverability.dkim === null && {
          'deliverability.dkim': `the DNS lookup failed for ${dkim.unanswered.length} of ${dkim.checked} selectors`,
        }),
        ...(deliverability.grade === null && { 'deliverability.grade': 'a deciding fact is unknown' }),
        ...noteUnanswered('dns_provider', servers),
        ...noteUnanswered('tech_stack', texts),
        ...failureReason('tech_stack', seen ?? home),
        ...failureReason('metadata', metadata ?? home),
        ...failureReason('registration', registration),
      },
    };
  },
});

const failureReason = (field: string, part: PartOutcome<unknown>): NotRead =>
  part.ok ? {} : { [field]: part.error };

/** A missing name has no such records; a failing resolver proves nothing. */
const noteUnanswered = (
  field: string,
  answer: { readonly ok: true } | { readonly ok: false; readonly reason: DnsFailure },
): NotRead =>
  answer.ok || ['nxdomain', 'nodata'].includes(answer.reason)
    ? {}
    : { [field]: `the DNS lookup failed: ${answer.reason}` };

/** Each name once, those found in the page first. */
const mergeTechnologies = (seen: readonly Technology[], services: readonly Technology[]) => [
  ...seen,
  ...services.filter(({ name }) => !seen.some((each) => each.name === name)),
];

function pickMetadata(page: Page, read: object | null) {
  return { url: page.url, status: page.answer.status, ...read };
}

/** Falls back to http only if nothing responds over https. */
async function homePage(pages: Pages, { origins: [first, second] }: Site, call: SkillCall): Promise<Page> {
  const options = { anyStatus: true, cut: true };
  try {
    return await pages.open(new URL(first), call, options);
  } catch (error) {
    const silent = error instanceof OutboundError && error.reason === 'connect_failed';
    if (!silent || second === undefined) throw error;
    return pages.open(new URL(second), call, options);
  }
}

type PartOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: string };

/** A part that fails for an external reason is reported as such and leaves the other parts intact. */
async function attempt<T>(work: Promise<T>): Promise<PartOutcome<T>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    const skillError = asSkillError(error);
    if (skillError instanceof Refusal) return { ok: false, error: skillError.message };
    throw error;
  }
}
