import { Type } from 'typebox';
import { paymentErrors } from '../../payments/errors.ts';
import { asRecord } from '../../platform/decode.ts';
import { errors } from '../../platform/http/errors.ts';
import { rawJson } from '../../platform/http/list-fields.ts';
import { type BoundRoute, bind, type Route, route } from '../../platform/http/route.ts';
import { type Access, type MeteredCall, requirePaid, takeUnpaid } from '../access/access.ts';
import type { Attempts } from '../access/attempts.ts';
import { runLimit, SkillCall } from './call.ts';
import { asSkillError, noBrowser, skillErrors } from './errors.ts';
import { readFields, shorten, shortenedOutput, shorteningParams } from './shorten.ts';
import type { BoundSkill } from './skill.ts';

export interface SkillDependencies {
  readonly access: Access;
  readonly attempts: Attempts;
  /** The browser that renders pages; `problem` says why it is unavailable. */
  readonly browser: { readonly problem: Error | undefined };
  readonly onError: (error: unknown) => void;
}

const defaultMaxAgeS = 300;

/** Parameters of every skill call, in addition to the skill's own. */
export const callParams = {
  free: Type.Optional(
    Type.Unsafe<'0' | '1'>({
      type: 'string',
      enum: ['0', '1'],
      description: '1 uses a free trial call: 20 per day and network.',
    }),
  ),
  ...shorteningParams,
  max_age: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      default: defaultMaxAgeS,
      description: 'Maximum age in seconds of a cached upstream response; 0 always requests a new one.',
    }),
  ),
};

/** The routes of the skills: a GET each, and a POST where the input can be longer than a URL. */
export function skillRoutes(skills: readonly BoundSkill[], deps: SkillDependencies): BoundRoute[] {
  return [
    ...bind([listing(skills)], deps),
    ...skills.flatMap((each) =>
      bind(each.takesBody ? [queryRoute(each, deps), bodyRoute(each, deps)] : [queryRoute(each, deps)], deps),
    ),
  ];
}

/** Errors about payment for a call. */
const payingErrors = [
  errors.noKey,
  errors.overLimit,
  errors.paymentRequired,
  paymentErrors.refused,
  paymentErrors.inUse,
  paymentErrors.bound,
  paymentErrors.unavailable,
  paymentErrors.unknown,
];

/** Readability has its own way to end a text. */
const cutsItself = ({ params }: BoundSkill): boolean => 'max_tokens' in params.properties;

const toCamelCase = (id: string) => id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function sharedFacts(skill: BoundSkill, { access }: SkillDependencies) {
  return {
    ...(access.takesPayments && { price: skill.priceUsd }),
    path: `/${skill.id}`,
    area: 'skills',
    summary: skill.does,
    ...(skill.source && { source: skill.source }),
    auth: 'key?',
    effect: 'own',
    errors: [
      ...Object.values(skillErrors),
      ...('render' in skill.params.properties ? [noBrowser] : []),
      ...payingErrors,
    ],
    output: cutsItself(skill) ? skill.output : shortenedOutput(skill.output),
  } as const;
}

function queryRoute(skill: BoundSkill, deps: SkillDependencies): Route<SkillDependencies> {
  return route<SkillDependencies>()({
    ...sharedFacts(skill, deps),
    method: 'GET',
    name: toCamelCase(skill.id),
    query: Type.Object({ ...callParams, ...skill.params.properties }),
    example: { query: { ...textFields(skill.example), free: '1' } },
    handle: async ({ query, ...input }, deps) =>
      asSent(query, await callSkill(skill, query as SkillInput, { ...input, body: undefined }, deps)),
  });
}

function bodyRoute(skill: BoundSkill, deps: SkillDependencies): Route<SkillDependencies> {
  return route<SkillDependencies>()({
    ...sharedFacts(skill, deps),
    method: 'POST',
    name: `${toCamelCase(skill.id)}Body`,
    query: Type.Object(callParams),
    body: skill.params,
    example: { query: { free: '1' }, body: skill.example },
    handle: async ({ query, body, ...input }, deps) => {
      const sent = { ...(body as object), ...query } as SkillInput;
      return asSent(query, await callSkill(skill, sent, { ...input, body }, deps));
    },
  });
}

/** A shortened response no longer matches the schema of the route. */
const asSent = (query: object, answer: Record<string, unknown>) =>
  'fields' in query || 'max_tokens' in query ? rawJson(answer) : answer;

export interface SkillInput {
  free?: '0' | '1';
  max_age?: number;
  fields?: string;
  max_tokens?: number;
  [param: string]: unknown;
}

/** One call of a skill: limited, paid for, and shortened as the caller wants it. */
export async function callSkill(
  skill: BoundSkill,
  { free, max_age, fields, max_tokens, ...rest }: SkillInput,
  {
    caller,
    request,
    setHeader,
    body,
    idempotency,
  }: Pick<MeteredCall, 'caller' | 'request' | 'setHeader' | 'body' | 'idempotency'>,
  { access, attempts }: SkillDependencies,
): Promise<Record<string, unknown>> {
  const picked = readFields(skill.output, fields);
  const params = cutsItself(skill) && max_tokens !== undefined ? { ...rest, max_tokens } : rest;
  const ask = {
    caller,
    request,
    setHeader,
    body,
    idempotency,
    trial: free === '1',
    priceUsd: skill.priceUsd,
    path: `/${skill.id}`,
    does: skill.does,
  };
  const call = new SkillCall({
    signal: AbortSignal.any([request.signal, runLimit(params)]),
    maxAgeS: max_age ?? defaultMaxAgeS,
  });
  const by = { subject: caller?.subject, network: request.network };
  const answer = await attempts
    .run(by, request.signal, () =>
      access.serve(ask, async () => requirePaid(await runSkill(skill, params, call))),
    )
    .catch(takeUnpaid);
  setHeader('cache-control', `private, max-age=${call.cacheForS}`);
  if (call.ageS !== undefined) setHeader('age', String(call.ageS));
  return shorten(answer, picked, cutsItself(skill) ? undefined : max_tokens);
}

/** Runs a skill. Every caller uses this: HTTP, A2A, MCP and the self-test. */
export async function runSkill(
  skill: BoundSkill,
  params: Record<string, unknown>,
  call: SkillCall,
): Promise<Record<string, unknown>> {
  try {
    return await skill.run(params, call);
  } catch (error) {
    throw asSkillError(error);
  }
}

const entry = Type.Object({
  path: Type.String(),
  price_usd: Type.Number(),
  does: Type.String(),
  params: Type.Array(
    Type.Object({
      name: Type.String(),
      required: Type.Boolean(),
      description: Type.String(),
      example: Type.Unsafe<unknown>({}),
    }),
  ),
  example: Type.String({ description: 'A call that works as shown, with a free trial call.' }),
});

/** Every skill as shown in the catalogue and in the service index. */
export const buildCatalogue = (skills: readonly BoundSkill[]) => ({
  count: skills.length,
  skills: skills.map(presentSkill),
});

const rendering = Type.Object(
  {
    available: Type.Boolean({ description: 'Whether this server has a browser; without one, 409.' }),
    surcharge_usd: Type.Number({ description: 'Price in USD that render=1 or screenshot=1 adds to a call.' }),
    render: Type.Array(Type.String(), { description: 'Skills that accept render=1.' }),
    screenshot: Type.Array(Type.String(), { description: 'Skills that accept screenshot=1.' }),
  },
  { description: 'Rendering of pages in a browser.' },
);

function listing(skills: readonly BoundSkill[]): Route<SkillDependencies> {
  const catalogue = buildCatalogue(skills);
  const pathsTaking = (name: string) =>
    skills.filter(({ params }) => name in params.properties).map(({ id }) => `/${id}`);
  const renderingOffer = {
    surcharge_usd: 0,
    render: pathsTaking('render'),
    screenshot: pathsTaking('screenshot'),
  };
  return route<SkillDependencies>()({
    method: 'GET',
    path: '/skills',
    name: 'skills',
    area: 'skills',
    summary: 'List every skill with its price, its parameters and a call to try.',
    auth: 'none',
    effect: 'read',
    output: Type.Object({ count: Type.Integer(), rendering, skills: Type.Array(entry) }),
    handle: async (_, { browser }) => ({
      ...catalogue,
      rendering: { available: browser.problem === undefined, ...renderingOffer },
    }),
  });
}

/** Parameters as a query carries them. */
const textFields = (params: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]));

function presentSkill(skill: BoundSkill) {
  const required = skill.params.required ?? [];
  const query = new URLSearchParams(textFields(skill.example));
  return {
    path: `/${skill.id}`,
    price_usd: Number(skill.priceUsd),
    does: skill.does,
    params: Object.entries(skill.params.properties).map(([name, schema]) => ({
      name,
      required: required.includes(name),
      description: String(asRecord(schema).description ?? ''),
      example: skill.example[name] ?? null,
    })),
    example: `/${skill.id}?${query}&free=1`,
  };
}
