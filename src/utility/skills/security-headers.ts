import { Type } from 'typebox';
import { readUrl, urlParam } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { gradeOf } from '../sites/security-headers/grade.ts';
import { type VisitTools, visit } from '../sites/security-headers/visit.ts';

export const securityHeaders = skill<VisitTools>()({
  id: 'security-headers',
  priceUsd: '0.004',
  does: "Audit of a site's security headers, with grade and score as Mozilla's HTTP Observatory gives them.",
  params: Type.Object({ url: urlParam }),
  value: 'url',
  example: { url: 'https://example.com/' },
  output: Type.Object({
    url: Type.String(),
    final_url: Type.String({
      description: 'After redirects: the answer that is judged, by https where there is one.',
    }),
    status: Type.Integer({ description: 'Of that answer.' }),
    grade: Type.String({ description: 'A+ to F.' }),
    score: Type.Integer({ description: 'From 0; above 100 for who does more than asked.' }),
    tests: Type.Array(
      Type.Object({
        name: Type.String(),
        pass: Type.Boolean(),
        score: Type.Integer({ description: 'Points given or taken.' }),
        value: Type.Union([Type.String(), Type.Null()], { description: 'What was looked at, as sent.' }),
        note: Type.String(),
        result: Type.String({ description: "Observatory's name for the result." }),
      }),
    ),
    recommendations: Type.Array(Type.String()),
    unknown: Type.Array(Type.String(), {
      description:
        'Hosts of which it could not be asked whether browsers preload them: the score may be 5 higher.',
    }),
  }),
  run: async ({ url }, tools, call) => {
    const asked = readUrl(url);
    const { visit: seen, unknown } = await visit(asked, tools, call);
    const { url: final, status } = seen.main;
    return { url: asked.href, final_url: final.href, status, ...gradeOf(seen), unknown };
  },
});
