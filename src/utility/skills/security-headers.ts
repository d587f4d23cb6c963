import { Type } from 'typebox';
import type { Clock } from '../../platform/clock.ts';
import { dayMs } from '../../platform/duration.ts';
import { nullable } from '../../platform/http/schema.ts';
import type { TlsFacts } from '../../platform/outbound/tls.ts';
import { notReadField } from '../catalogue/call.ts';
import { accessField, readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { gradeVisit } from '../sites/security-headers/grade.ts';
import { type VisitTools, visitSite } from '../sites/security-headers/visit.ts';

interface Tools extends VisitTools {
  readonly clock: Clock;
}

const text = nullable(Type.String());

export const securityHeaders = skill<Tools>()({
  id: 'security-headers',
  priceUsd: '0.004',
  does: "Audit of a site's security headers, graded and scored like Mozilla's HTTP Observatory, with TLS protocol, cipher and certificate.",
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String(),
    final_url: Type.String({
      description: 'URL of the graded response, after redirects; https if available.',
    }),
    access: accessField,
    status: Type.Integer({ description: 'Status of that response.' }),
    grade: Type.String({ description: 'A+ to F.' }),
    score: Type.Integer({ description: '0 or more; above 100 if optional headers are set too.' }),
    tests: Type.Array(
      Type.Object({
        name: Type.String(),
        pass: Type.Boolean(),
        score: Type.Integer({ description: 'Points added or deducted.' }),
        value: nullable(Type.String({ description: 'The examined value, as sent.' })),
        note: Type.String(),
        result: Type.String({ description: "Observatory's name for the result." }),
      }),
    ),
    recommendations: Type.Array(Type.String()),
    tls: nullable(
      Type.Object(
        {
          protocol: nullable(Type.String({ description: 'Such as TLSv1.3.' })),
          cipher: Type.String(),
          issuer: text,
          subject: text,
          names: Type.Array(Type.String(), {
            description: 'The hosts that the certificate is for, at most 100.',
          }),
          key: nullable(Type.String({ description: 'Such as EC 256 or RSA 2048.' })),
          valid_from_at: Type.String(),
          valid_until_at: Type.String(),
          days_left: Type.Integer({ description: 'Whole days until the certificate expires.' }),
        },
        { description: 'TLS of the graded response; null if it came over http.' },
      ),
    ),
    tls_error: nullable(
      Type.String({ description: 'Why there is no trusted TLS connection; null if there is one.' }),
    ),
    unknown: Type.Array(Type.String(), {
      description: 'Hosts whose HSTS preload state could not be looked up; the score may be 5 higher.',
    }),
    not_read: notReadField,
  }),
  run: async ({ url }, tools, call) => {
    const requested = readUrl(url);
    const { visit: seen, access, unknown, tls, tlsError, notRead } = await visitSite(requested, tools, call);
    const { url: final, status } = seen.main;
    return {
      url: requested.href,
      final_url: final.href,
      access,
      status,
      ...gradeVisit(seen),
      tls: tls && presentTls(tls, tools.clock),
      tls_error: tlsError,
      unknown,
      not_read: notRead,
    };
  },
});

function presentTls(
  { protocol, cipher, issuer, subject, names, key, validFrom, validTo }: TlsFacts,
  clock: Clock,
) {
  return {
    protocol,
    cipher,
    issuer,
    subject,
    names: [...names],
    key,
    valid_from_at: validFrom,
    valid_until_at: validTo,
    days_left: Math.floor((new Date(validTo).getTime() - clock.now().getTime()) / dayMs),
  };
}
