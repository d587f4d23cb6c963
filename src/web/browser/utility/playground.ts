import { ApiError, call } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { emptyState, heading, panel, tag } from '../kit/elements.ts';
import { navigateTo } from '../kit/navigation.ts';
import type { PageContext, PageView } from '../kit/page.ts';
import { callAsMe, callRaw, currentVisitor, signInUrl } from '../kit/session.ts';
import { price, skillName } from './catalogue.ts';
import { indentJson, jsonView } from './json-view.ts';
import type { Account, Skill } from './responses.ts';
import { buildRequest, curlLine, longTexts, type SkillRequest } from './skill-request.ts';

/** Calls a skill like an agent would, and shows the complete response. */
export async function page(context: PageContext): Promise<PageView> {
  const { skills } = await call<{ skills: Skill[] }>('/skills');
  const wanted = context.params.skill;
  const skill = wanted === undefined ? skills[0] : skills.find((each) => skillName(each) === wanted);
  if (!skill) throw new ApiError(404, `there is no skill ${wanted}`, '');
  const name = skillName(skill);
  const choice = h(
    'select',
    {},
    skills.map((each) => h('option', { value: skillName(each) }, skillName(each))),
  );
  choice.value = name;
  choice.addEventListener('change', () => navigateTo(`/playground/${choice.value}`));
  const result = h(
    'div',
    { class: 'stack', role: 'status' },
    panel('Response', emptyState('The response appears here with its headers and its duration.')),
  );
  return {
    title: `Try ${name}`,
    content: [
      heading(`Try ${name}`, skill.does),
      h(
        'div',
        { class: 'columns try' },
        panel('Request', h('label', {}, 'Skill', choice), await form(skill, result, context.signal)),
        result,
      ),
    ],
  };
}

async function form(skill: Skill, result: HTMLElement, signal: AbortSignal): Promise<HTMLElement> {
  const inputs = skill.params.map((param) => {
    const attributes = {
      name: param.name,
      required: param.required,
      autocomplete: 'off',
      spellcheck: 'false',
    };
    const input = longTexts.has(param.name) ? h('textarea', attributes) : h('input', attributes);
    input.value = param.example === null || param.example === undefined ? '' : String(param.example);
    return { param, input };
  });
  const curl = h('div');
  const cost = h('p', { class: 'row small' });
  const current = () =>
    buildRequest(skill, new Map(inputs.map(({ param, input }) => [param.name, input.value])));
  const showCurl = () => fill(curl, codeBlock('The same with curl', curlLine(current())));
  const submit = h('button', { class: 'primary' }, 'Send request');
  const showCost = (left: FreeCalls) =>
    fill(
      cost,
      h('span', {}, 'Price: ', price(skill.price_usd)),
      h('span', { class: 'tag good' }, describeFreeCalls(left)),
      !currentVisitor() && h('a', { href: signInUrl('/join') }, 'Get a free key'),
    );
  showCurl();
  showCost(await freeCalls());
  return h(
    'form',
    {
      class: 'stack',
      oninput: showCurl,
      onsubmit: async (event) => {
        event.preventDefault();
        showCurl();
        submit.disabled = true;
        fill(result, h('p', { class: 'soft' }, 'Sending …'));
        const { element, left } = await sendRequest(current(), signal);
        fill(result, element);
        if (left) showCost(left);
        submit.disabled = false;
      },
    },
    inputs.map(({ param, input }) =>
      h(
        'label',
        {},
        h('span', {}, param.name, !param.required && h('span', { class: 'soft' }, ' (optional)')),
        input,
        h('span', { class: 'small' }, param.description),
      ),
    ),
    h('div', { class: 'row' }, submit, cost),
    h('h3', {}, 'The same with curl'),
    curl,
  );
}

interface FreeCalls {
  readonly limit: number;
  readonly left: number | undefined;
}

const trialCalls = 20;

const describeFreeCalls = ({ limit, left }: FreeCalls): string =>
  left === undefined ? `free today: ${limit} per network` : `free today: ${left} of ${limit}`;

async function freeCalls(): Promise<FreeCalls> {
  if (!currentVisitor()) return { limit: trialCalls, left: undefined };
  const { quota } = await callAsMe<Account>('/ally/me');
  return { limit: quota.free_calls_per_day, left: quota.free_calls_left };
}

async function sendRequest(
  { method, path, body }: SkillRequest,
  signal: AbortSignal,
): Promise<{ element: HTMLElement; left?: FreeCalls }> {
  const startedMs = performance.now();
  try {
    const response = await callRaw(path, {
      method,
      signal,
      ...(body !== undefined && { body, headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - startedMs);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const element = panel(
      h('span', { class: 'row' }, tag(String(response.status), response.ok ? 'good' : 'bad'), `${ms} ms`),
      h('h3', {}, 'Response'),
      jsonView('Response', indentJson(text)),
      h('details', {}, h('summary', {}, 'Headers'), codeBlock('Headers', headers)),
    );
    const [limit, left] = ['ratelimit-limit', 'ratelimit-remaining'].map((name) =>
      response.headers.get(name),
    );
    return limit && left ? { element, left: { limit: Number(limit), left: Number(left) } } : { element };
  } catch {
    return {
      element: panel('No response', h('p', {}, 'No response arrived. Check your connection and try again.')),
    };
  }
}
