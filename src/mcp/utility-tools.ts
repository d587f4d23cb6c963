import { Type } from 'typebox';
import { jsonDecoder, unreadable } from '../platform/decode.ts';
import { notFound } from '../platform/http/errors.ts';
import type { BoundRoute } from '../platform/http/route.ts';
import { anyObject } from '../platform/http/schema.ts';
import { jsonResult, toToolResult } from './result.ts';
import { addHints, listSchema, outputSchema, readHints, type Tool, tool } from './tool.ts';

const skillId = /^\/?([a-z0-9]+(?:-[a-z0-9]+)*)$/;

const decodeSkills = jsonDecoder(
  Type.Object({
    skills: Type.Array(
      Type.Object({
        path: Type.String(),
        price_usd: Type.Number(),
        does: Type.String(),
        params: Type.Array(Type.Unknown()),
      }),
    ),
  }),
);

/** Utility API tools besides the general ones. */
export function utilityTools(routes: () => readonly BoundRoute[]): Tool[] {
  return [findSkill, callSkill(routes)];
}

export const isSkill = ({ area, name }: BoundRoute): boolean => area === 'skills' && name !== 'skills';

const findSkill = tool({
  name: 'find_skill',
  description:
    'Lists all data skills (DNS, web pages, chains, text …); with skill, the parameters and price of one.',
  calls: ['skills'],
  input: Type.Object({ skill: Type.Optional(Type.String()) }),
  output: outputSchema({ text: Type.String(), params: listSchema(), price_usd: Type.Number() }),
  hints: readHints,
  example: { skill: 'dns-lookup' },
  run: async ({ skill }, context) => {
    const answer = await context.callRaw('skills');
    if (answer.status !== 200) return toToolResult(answer);
    const list = decodeSkills(answer.text);
    if (list === unreadable) throw new Error('the list of skills cannot be read');
    const { skills } = list;
    if (skill === undefined)
      return jsonResult({ text: skills.map(({ path, does }) => `${path.slice(1)} - ${does}`).join('\n') });
    const found = skills.find(({ path }) => path === `/${skillId.exec(skill)?.[1]}`);
    if (!found) throw noSuchSkill(skill);
    const { path, price_usd, does, params } = found;
    return jsonResult({ skill: path.slice(1), does, price_usd, params });
  },
});

const noSuchSkill = (skill: string) =>
  notFound(`there is no skill ${skill.slice(0, 60)}`, 'find_skill {} lists all skills.');

const callSkill = (routes: () => readonly BoundRoute[]): Tool =>
  tool({
    name: 'call_skill',
    description:
      'Run a skill. Free with a key (100 per day) or free:true (20 per day); otherwise the result asks for an x402 payment.',
    calls: routes()
      .filter(isSkill)
      .map(({ name }) => name),
    input: Type.Object({
      skill: Type.String(),
      params: Type.Optional(anyObject('as find_skill lists them')),
      free: Type.Optional(Type.Boolean()),
      max_age: Type.Optional(
        Type.Integer({ description: 'accept a cached result up to this many seconds old' }),
      ),
    }),
    output: outputSchema({}),
    hints: addHints,
    example: { skill: 'dns-lookup', params: { domain: 'example.com' }, free: true },
    run: async ({ skill, params = {}, free, max_age }, context) => {
      const id = skillId.exec(skill)?.[1];
      const skillRoutes = routes().filter((each) => isSkill(each) && each.path === `/${id}`);
      // POST, because inputs may be longer than a URL allows.
      const route = skillRoutes.find(({ method }) => method === 'POST') ?? skillRoutes[0];
      if (!route) throw noSuchSkill(skill);
      const options = { ...(free && { free: '1' }), ...(max_age !== undefined && { max_age }) };
      return context.call(
        route.name,
        route.method === 'POST' ? { query: options, body: params } : { query: { ...params, ...options } },
      );
    },
  });
