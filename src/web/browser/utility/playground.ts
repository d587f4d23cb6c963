import { call, Refused } from '../kit/api.ts';
import { codeBlock } from '../kit/code.ts';
import { fill, h } from '../kit/dom.ts';
import { goTo } from '../kit/go.ts';
import { askKey, forgetKey, hasKey, keyHeaders } from '../kit/key.ts';
import type { Page, Place } from '../kit/page.ts';
import { empty, heading, panel, tag } from '../kit/parts.ts';
import { price, skillName } from './catalogue.ts';
import type { Skill } from './shapes.ts';

/** Longer input goes in a body, where the skill takes one. */
const longestAddress = 4_000;
const longTexts = new Set(['json', 'text']);

/** Calls a skill as an agent would, and shows everything that came back. */
export async function page(place: Place): Promise<Page> {
  const { skills } = await call<{ skills: Skill[] }>('/skills');
  const name = place.params.skill ?? skillName(skills[0]!);
  const skill = skills.find((each) => skillName(each) === name);
  if (!skill) throw new Refused(404, `there is no skill ${name}`, '');
  const choice = h(
    'select',
    { 'aria-label': 'Skill' },
    skills.map((each) => h('option', { value: skillName(each) }, skillName(each))),
  );
  choice.value = name;
  choice.addEventListener('change', () => goTo(`/playground/${choice.value}`));
  const result = h(
    'div',
    { class: 'stack', role: 'status' },
    panel('The answer', empty('What comes back stands here: the answer, its headers and how long it took.')),
  );
  return {
    title: `Try ${name}`,
    content: [
      heading(`Try ${name}`, skill.does, price(skill.price_usd)),
      h(
        'div',
        { class: 'columns try' },
        h(
          'div',
          { class: 'stack' },
          panel('The call', h('label', {}, 'Skill', choice), form(skill, result, place.signal)),
          keyPanel(),
        ),
        result,
      ),
    ],
  };
}

function keyPanel(): HTMLElement {
  const element = h('div');
  const show = () => {
    if (!hasKey()) {
      return fill(
        element,
        h(
          'details',
          {},
          h('summary', {}, 'Call with a key instead'),
          askKey('A key’s free calls are used before anything is paid.', async () => void show()),
        ),
      );
    }
    const forget = () => {
      forgetKey();
      show();
    };
    return fill(
      element,
      h(
        'p',
        { class: 'row' },
        tag('with your key', 'good'),
        h('button', { type: 'button', onclick: forget }, 'Forget it'),
      ),
    );
  };
  show();
  return element;
}

function form(skill: Skill, result: HTMLElement, signal: AbortSignal): HTMLElement {
  const inputs = skill.params.map((param) => {
    const value = param.example === null || param.example === undefined ? '' : String(param.example);
    const attributes = {
      name: param.name,
      required: param.required,
      autocomplete: 'off',
      spellcheck: 'false',
    };
    const input = longTexts.has(param.name) ? h('textarea', attributes) : h('input', attributes);
    input.value = value;
    return { param, input };
  });
  const curl = h('div');
  const current = () =>
    requestOf(skill, new Map(inputs.map(({ param, input }) => [param.name, input.value])));
  const showCurl = () => fill(curl, codeBlock('The same with curl', curlOf(current())));
  const submit = h('button', { class: 'primary' }, 'Call it');
  showCurl();
  return h(
    'form',
    {
      class: 'stack',
      oninput: showCurl,
      onsubmit: async (event) => {
        event.preventDefault();
        showCurl();
        submit.disabled = true;
        fill(result, h('p', { class: 'soft' }, 'Calling …'));
        fill(result, await answerOf(current(), signal));
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
    submit,
    h('h3', {}, 'The same with curl'),
    curl,
  );
}

interface SkillRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
}

function requestOf(skill: Skill, values: ReadonlyMap<string, string>): SkillRequest {
  const given = new URLSearchParams([...values].filter(([, value]) => value !== ''));
  const taste = hasKey() ? '' : 'free=1';
  const query = [given.toString(), taste].filter((part) => part !== '').join('&');
  const long = query.length > longestAddress && skill.params.some(({ name }) => longTexts.has(name));
  if (long)
    return {
      method: 'POST',
      path: skill.path + (taste && `?${taste}`),
      body: JSON.stringify(Object.fromEntries(given)),
    };
  return { method: 'GET', path: query === '' ? skill.path : `${skill.path}?${query}`, body: undefined };
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curlOf({ method, path, body }: SkillRequest): string {
  const key =
    hasKey() &&
    ` -H "${keyHeaders().authorization ? 'authorization: Bearer $API_KEY' : 'x-ally-key: $ALLY_KEY'}"`;
  return [
    `curl ${method === 'POST' ? '-X POST ' : ''}${quoted(location.origin + path)}`,
    key || '',
    body === undefined ? '' : ` -H 'content-type: application/json' -d ${quoted(body)}`,
  ].join('');
}

async function answerOf({ method, path, body }: SkillRequest, signal: AbortSignal): Promise<HTMLElement> {
  const began = performance.now();
  try {
    const response = await fetch(path, {
      method,
      signal,
      credentials: 'omit',
      cache: 'no-store',
      headers: {
        accept: 'application/json',
        ...keyHeaders(),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const ms = Math.round(performance.now() - began);
    const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    return panel(
      h('span', { class: 'row' }, tag(String(response.status), response.ok ? 'good' : 'bad'), `${ms} ms`),
      h('h3', {}, 'Answer'),
      codeBlock('Answer', pretty(text)),
      h('h3', {}, 'Headers'),
      codeBlock('Headers', headers),
    );
  } catch (error) {
    return panel(
      'No answer',
      h('p', {}, error instanceof Error ? error.message : 'The service could not be reached.'),
    );
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
