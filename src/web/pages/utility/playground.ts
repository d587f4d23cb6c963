import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sessionHeaders } from '../kit/api.ts';
import { codeBlock, indentJson, jsonView } from '../kit/code.ts';
import { emptyState, heading, panel, tag } from '../kit/elements.ts';
import { signInUrl } from '../kit/form.ts';
import { type Child, html } from '../kit/html.ts';
import { ApiError, definePage, type Visit } from '../kit/page.ts';
import { useVisit } from '../kit/time.ts';
import { price, skillName } from './catalogue.ts';
import type { Account, Skill } from './responses.ts';

interface FreeCalls {
  readonly limit: number;
  readonly left?: number;
}

interface Playground {
  readonly skill: Skill;
  readonly names: readonly string[];
  readonly free: FreeCalls;
}

const trialCalls = 20;
/** Longer input is sent in a body, if the skill accepts one. */
const maxUrlLength = 4_000;
const longTexts: ReadonlySet<string> = new Set(['json', 'text']);

/** Calls a skill like an agent would, and shows the complete response. */
export const page = definePage<Playground>({
  load: async ({ get, params, visitor }) => {
    const { skills } = await get<{ skills: Skill[] }>('/skills');
    const wanted = params.skill;
    const skill = wanted === undefined ? skills[0] : skills.find((each) => skillName(each) === wanted);
    if (!skill) throw new ApiError(404, `there is no skill ${wanted}`);
    return { skill, names: skills.map(skillName), free: await freeCalls(get, visitor) };
  },
  head: ({ skill }) => ({ title: `Try ${skillName(skill)}`, description: skill.does }),
  view: ({ data }) => html`
    ${heading(`Try ${skillName(data.skill)}`, data.skill.does)}
    <${Trial} ...${data} />`,
});

async function freeCalls(get: Visit['get'], visitor: Visit['visitor']): Promise<FreeCalls> {
  if (!visitor) return { limit: trialCalls };
  const { quota, left_today } = await get<Account>('/ally/me');
  return { limit: quota.free_calls_per_day, left: left_today };
}

interface SkillRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
}

/** The request for a skill with these values; without a key it is a free trial call. */
function buildRequest(
  skill: Skill,
  values: readonly (readonly [string, string])[],
  visitor: Visit['visitor'],
): SkillRequest {
  const filled = new URLSearchParams(values.filter(([, value]) => value !== '').map((each) => [...each]));
  const trial = visitor ? '' : 'free=1';
  const query = [filled.toString(), trial].filter((part) => part !== '').join('&');
  const isLong = query.length > maxUrlLength && skill.params.some(({ name }) => longTexts.has(name));
  if (isLong)
    return {
      method: 'POST',
      path: skill.path + (trial && `?${trial}`),
      body: JSON.stringify(Object.fromEntries(filled)),
    };
  return { method: 'GET', path: query === '' ? skill.path : `${skill.path}?${query}`, body: undefined };
}

const quoteShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const keyHeaders: Readonly<Record<string, string>> = {
  agent: ' -H "authorization: Bearer $API_KEY"',
  ally: ' -H "x-ally-key: $ALLY_KEY"',
};

/** The same call for a terminal. The key is a shell variable, because this page does not have it. */
const curlLine = ({ method, path, body }: SkillRequest, { visitor, urls }: Visit): string =>
  [
    `curl ${method === 'POST' ? '-X POST ' : ''}${quoteShell(urls.utility + path)}`,
    visitor ? keyHeaders[visitor.kind] : '',
    body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoteShell(body)}`,
  ].join('');

const exampleOf = ({ example }: Skill['params'][number]): string =>
  example === null || example === undefined ? '' : String(example);

function Trial({ skill, names, free }: Playground): VNode {
  const visit = useVisit();
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(skill.params.map((param) => [param.name, exampleOf(param)] as const));
  const [left, setLeft] = useState(free);
  const [sending, setSending] = useState(false);
  const [result, setResult] = useState<Child>();
  const readForm = () =>
    element.current
      ? [...new FormData(element.current)].flatMap(([name, value]) =>
          name === 'free' ? [] : [[name, String(value)] as const],
        )
      : values;
  // A browser restores what was typed before a reload.
  useEffect(() => setValues(readForm()), []);
  const send = async (event: Event) => {
    event.preventDefault();
    setSending(true);
    setResult(html`<p class="soft">Sending …</p>`);
    const answer = await sendRequest(buildRequest(skill, readForm(), visit.visitor), visit);
    setResult(answer.shown);
    if (answer.left) setLeft(answer.left);
    setSending(false);
  };
  return html`
    <div class="columns try">
      ${panel(
        'Request',
        html`
        <label>Skill<select onchange=${({ currentTarget }: { currentTarget: HTMLSelectElement }) => location.assign(`/playground/${currentTarget.value}`)}>
          ${names.map((name) => html`<option key=${name} value=${name} selected=${name === skillName(skill)}>${name}</option>`)}
        </select></label>
        <form class="stack" action=${skill.path} ref=${element} oninput=${() => setValues(readForm())} onsubmit=${send}>
          ${!visit.visitor && html`<input type="hidden" name="free" value="1" />`}
          ${skill.params.map(paramField)}
          <div class="row">
            <button class="primary" disabled=${sending}>Send request</button>
            <p class="row small">
              <span>Price: ${price(skill.price_usd)}</span>
              <span class="tag good">${describeFreeCalls(left)}</span>
              ${!visit.visitor && html`<a href=${signInUrl(visit, '/join')}>Get a free key</a>`}
            </p>
          </div>
          <h3>The same with curl</h3>
          ${codeBlock('The same with curl', curlLine(buildRequest(skill, values, visit.visitor), visit))}
        </form>`,
      )}
      <div class="stack" role="status">
        ${result ?? panel('Response', emptyState('The response appears here with its headers and its duration.'))}
      </div>
    </div>`;
}

const paramField = (param: Skill['params'][number]): VNode => {
  const shared = {
    name: param.name,
    required: param.required,
    autocomplete: 'off',
    spellcheck: false,
    defaultValue: exampleOf(param),
  };
  return html`
    <label key=${param.name}>
      <span>${param.name}${!param.required && html`<span class="soft"> (optional)</span>`}</span>
      ${longTexts.has(param.name) ? html`<textarea ...${shared} />` : html`<input ...${shared} />`}
      <span class="small">${param.description}</span>
    </label>`;
};

const describeFreeCalls = ({ limit, left }: FreeCalls): string =>
  left === undefined ? `free today: ${limit} per network` : `free today: ${left} of ${limit}`;

async function sendRequest(
  { method, path, body }: SkillRequest,
  { visitor }: Visit,
): Promise<{ shown: Child; left?: FreeCalls }> {
  const startedMs = performance.now();
  try {
    const response = await fetch(visitor ? `/session/as${path}` : path, {
      method,
      credentials: visitor ? 'same-origin' : 'omit',
      headers: {
        accept: 'application/json',
        ...(visitor && sessionHeaders),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedMs);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const shown = panel(
      html`<span class="row">${tag(response.status, response.ok ? 'good' : 'bad')}${ms} ms</span>`,
      html`<h3>Response</h3>`,
      jsonView('Response', indentJson(text)),
      html`<details><summary>Headers</summary>${codeBlock('Headers', headers)}</details>`,
    );
    const [limit, left] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
      response.headers.get(name),
    );
    return limit && left ? { shown, left: { limit: Number(limit), left: Number(left) } } : { shown };
  } catch {
    return {
      shown: panel('No response', html`<p>No response arrived. Check your connection and try again.</p>`),
    };
  }
}
