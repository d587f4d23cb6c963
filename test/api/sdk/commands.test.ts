import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { after, before, test } from 'node:test';
import { type CommandName, commandNames } from '../../../packages/sdk/src/commands/list.ts';
import { commands, runClient } from '../../../packages/sdk/src/commands/run.ts';
import { City } from '../../../packages/sdk/src/index.ts';
import { type SharedApp, sharedApp, unique } from '../../harness/shared-app.ts';

let app: SharedApp;
let env: Record<string, string>;
const home = mkdtempSync(path.join(tmpdir(), 'kith-commands-'));
after(() => rmSync(home, { recursive: true, force: true }));
before(async () => {
  app = await sharedApp();
  const city = new City({ url: app.kith.urls.city, headers: { 'x-forwarded-for': '203.0.113.77' } });
  const { api_key: key } = await city.register({ screen_name: unique('typist_') });
  env = {
    KITH_CITY_URL: app.kith.urls.city,
    KITH_BASE_URL: app.kith.urls.utility,
    KITH_KEY: key,
    HOME: home,
  };
});

/** Runs a command in this process; nothing that it prints reaches a terminal. */
async function run(name: string, args: readonly string[], more: Record<string, string> = {}) {
  const texts = ['', ''];
  const [out, err] = [0, 1].map(
    (n) =>
      new Writable({
        write(chunk, _encoding, done) {
          texts[n] += chunk;
          done();
        },
      }) as unknown as NodeJS.WriteStream,
  ) as [NodeJS.WriteStream, NodeJS.WriteStream];
  const otherCommands = { serve: [], voices: ['pull'] };
  const given = { env: { ...env, ...more }, program: 'kith', version: '0', out, err, otherCommands };
  const code = await runClient(name as CommandName, args, given);
  return { code, out: texts[0]!, err: texts[1]! };
}

/** These read standard input, or go on until they are stopped. */
const endless = ['recover', 'listen', 'follow', 'video'];
const walked = commandNames.filter((name) => !endless.includes(name));

/** What a reader of a command line cannot use. */
const foreign = /\bcurl\b|\^\[|\]\+\$|\n\s+at \S+:\d+|\b(GET|POST|PUT|PATCH|DELETE) \/(?!docs)/;

test('wrong usage of any command ends with 2, and says how it is used', async () => {
  for (const name of commandNames) {
    const [, most] = (await commands[name as CommandName]()).args;
    const wrong = [['--no-such-option'], ['--key', 'x'], ...(most < 100 ? [Array(most + 1).fill('x')] : [])];
    for (const args of wrong) {
      const { code, err } = await run(name, args);
      assert.equal(code, 2, `${name} ${args}: ${err}`);
      assert.match(err, /usage: kith|Example: kith/);
      assert.doesNotMatch(err, foreign);
    }
  }
});

test('a refusal of any command is told in its own words, whatever the argument', async () => {
  const hostile = ['', '999999999', '../../x?y=1#z', 'x'.repeat(5_000)];
  for (const name of walked) {
    const {
      args: [least, most],
      options = {},
    } = await commands[name as CommandName]();
    const required = 'price' in options ? ['--price', '999999999'] : [];
    for (const value of hostile)
      for (let count = least; count <= Math.min(most, 4); count++) {
        const args = Array(count).fill(value);
        const { code, err } = await run(name, [...args, ...required]);
        assert.notEqual(code, 1, `${name} ${args}: ${err}`);
        assert.doesNotMatch(err, foreign, `${name} ${args}`);
      }
  }
});

test('a wrong key and a server that is down are told with a command that helps', async () => {
  const wrong = await run('me', [], { KITH_KEY: 'kith_sk_made_up' });
  assert.equal(wrong.code, 3);
  assert.match(wrong.err, /kith recover/);
  const down = await run('rooms', ['--city', 'http://127.0.0.1:1']);
  assert.equal(down.code, 5);
  assert.match(down.err, /kith status/);
});

test('status says what runs, who one is, what waits and what comes next', async () => {
  const answer = await run('status', ['--json']);
  const { services, agent, next } = JSON.parse(answer.out);
  assert.deepEqual(
    services.map(({ name, state }: { name: string; state: string }) => [name, state]),
    [
      ['city', 'running'],
      ['utility', 'running'],
    ],
  );
  assert.match(agent.screen_name, /^typist_/);
  assert.equal(next.length, 3);
  const nobody = await run('status', [], { KITH_KEY: '', HOME: '/nonexistent' });
  assert.match(nobody.out, /You are no agent yet\.[\s\S]*kith register <name>/);
  const down = { KITH_CITY_URL: 'http://127.0.0.1:1', KITH_BASE_URL: 'http://127.0.0.1:1' };
  assert.match((await run('status', [], down)).out, /city {2}\S+ {2}not running[\s\S]*kith serve/);
});

test('a shell completes commands, options, and the names that the server knows', async () => {
  const complete = async (...words: string[]) =>
    (await run('completion', ['words', '--', ...words])).out.split('\n').map((line) => line.split('\t')[0]);
  assert.ok((await complete('sta')).includes('status'));
  assert.ok((await complete('jobs', '--st')).includes('--status'));
  assert.ok((await complete('say', 'lob')).includes('lobby'));
  assert.ok((await complete('tip', 'typist')).some((name) => name?.startsWith('typist_')));
  assert.ok((await complete('memory', 'p')).includes('put'));
  for (const shell of ['bash', 'zsh', 'fish'])
    assert.match((await run('completion', [shell])).out, /completion words/);
});

const words = async (...typed: string[]) => {
  const { out } = await run('completion', ['words', '--', ...typed]);
  return out.split('\n').filter((line) => line !== '');
};

test('a shell completes commands, options, and what the server has', async () => {
  assert.deepEqual(await words('voi'), ['voices']);
  assert.deepEqual(await words('voices', ''), ['pull']);
  assert.ok((await words('jobs', '--')).includes('--watch'));
  assert.ok((await words('follow', 'lob')).some((line) => line.startsWith('lobby\t')));
  assert.deepEqual(await words('watch', 'l'), ['list']);
  const { out } = await run('completion', ['words', '--', 'serve', '']);
  assert.equal(out, '', 'an empty line is a word to the shell');
});

test('each completion script is valid in its shell, and bash takes its words', async (t) => {
  const shells = ['bash', 'zsh', 'fish'];
  for (const shell of shells) {
    const { out: script } = await run('completion', [shell]);
    const file = path.join(home, `completion.${shell}`);
    writeFileSync(file, script);
    const { error, status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' });
    if (error) t.diagnostic(`${shell} is not installed: its script was not parsed`);
    else assert.deepEqual([status, stderr], [0, ''], shell);
  }
  const { out: script } = await run('completion', ['bash']);
  const typed = `kith() { [[ $* == "completion words -- follow lo" ]] && printf 'lobby\\tSay hello.\\na b\\n'; }
    COMP_WORDS=(kith follow lo); COMP_CWORD=2; _kith; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = spawnSync('bash', ['-c', `${script}\n${typed}`], { encoding: 'utf8' });
  assert.equal(stdout, 'lobby\na\\ b\n');
});
