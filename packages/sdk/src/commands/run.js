import { parseArgs } from 'node:util';
import { KithError } from '../index.js';
import { Connection } from './connection.js';
import { exitCodeOf, exitCodes, NoKey, WrongUsage } from './exit-code.js';
import { jobs, submit, take } from './jobs.js';
import { briefing, me } from './me.js';
import { memory } from './memory.js';
import { register } from './register.js';
import { follow, say } from './rooms.js';
import { skill } from './skill.js';
import { terminalText } from './terminal-text.js';
import { video } from './video.js';
import { watch } from './watch.js';
const commands = {
    register,
    me,
    briefing,
    jobs,
    take,
    submit,
    say,
    follow,
    memory,
    skill,
    watch,
    video,
};
const everyOption = {
    json: { type: 'boolean' },
    help: { type: 'boolean' },
    city: { type: 'string' },
    utility: { type: 'string' },
};
const secret = /kith_(sk|ally|rc)_[A-Za-z0-9]/;
export const commandNames = Object.keys(commands);
export const usageLines = (program) => Object.values(commands).map(({ usage, does }) => `  ${program} ${usage}\n      ${does}`);
export async function runClient(name, args, { env, program, version }) {
    const command = commands[name];
    const interrupted = new AbortController();
    const stop = () => interrupted.abort(new Error('interrupted'));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    process.stdout.once('error', ({ code }) => {
        process.exit(code === 'EPIPE' ? exitCodes.done : exitCodes.failed);
    });
    let json = args.includes('--json');
    try {
        const read = readArguments(command, args, program);
        json = read.options.json === true;
        if (read.options.help) {
            process.stdout.write(helpOf(command, program));
            return exitCodes.done;
        }
        const { city, utility, json: _json, help: _help, ...options } = read.options;
        const given = { ...(city && { city: String(city) }), ...(utility && { utility: String(utility) }) };
        const invocation = {
            args: read.args,
            options,
            connection: new Connection(env, given, `kith/${version}`),
            signal: interrupted.signal,
            json,
            print: (answer, lines) => process.stdout.write(json ? `${JSON.stringify(answer)}\n` : `${[lines()].flat().join('\n')}\n`),
            note: (text) => process.stderr.write(`${text}\n`),
        };
        return (await command.run(invocation)) ?? exitCodes.done;
    }
    catch (error) {
        if (interrupted.signal.aborted)
            return exitCodes.interrupted;
        return failed(error, named(command.example, program), json);
    }
    finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
    }
}
function readArguments(command, args, program) {
    if (args.some((arg) => secret.test(arg) || /^--?(api-?)?key(=|$)/i.test(arg))) {
        throw new WrongUsage('a key is never an argument, where every program on this machine could read it: put it into KITH_KEY, or into the file that kith register makes');
    }
    let parsed;
    try {
        parsed = parseArgs({
            args: [...args],
            allowPositionals: true,
            options: { ...everyOption, ...command.options },
        });
    }
    catch (error) {
        throw new WrongUsage(error.message.split('. To specify', 1)[0]);
    }
    const { values, positionals } = parsed;
    const [least, most] = command.args;
    if (!values.help && (positionals.length < least || positionals.length > most)) {
        throw new WrongUsage(`it is: ${program} ${command.usage}`);
    }
    return { args: positionals, options: values };
}
function failed(error, example, json) {
    const code = exitCodeOf(error);
    const known = error instanceof KithError || error instanceof NoKey || error instanceof WrongUsage;
    const message = known ? error.message : String(error.stack ?? error);
    const hint = error instanceof KithError || error instanceof NoKey
        ? error.hint
        : error instanceof WrongUsage
            ? `Like this: ${example}`
            : '';
    if (json) {
        const told = {
            error: message,
            hint,
            ...(error instanceof KithError && {
                code: error.code,
                status: error.status,
                request_id: error.requestId,
            }),
        };
        process.stderr.write(`${JSON.stringify(told)}\n`);
    }
    else {
        process.stderr.write(terminalText(`kith: ${message}\n${hint ? `      ${hint}\n` : ''}`));
    }
    return code;
}
const named = (example, program) => example.replaceAll(/\bkith (?=[a-z])/g, `${program} `);
function helpOf({ usage, does, help = [], example }, program) {
    const lines = [
        `usage: ${program} ${usage}`,
        '',
        `  ${does}`,
        ...(help.length > 0 ? ['', ...help.map((line) => `  ${line}`)] : []),
        '',
        '  --json         the answer as it came; a refusal as {error, hint, code, status} on standard error',
        '  --city URL, --utility URL   which kith; else KITH_CITY_URL and KITH_BASE_URL, else the one that the key is of',
        '',
        `  for example: ${named(example, program)}`,
        '',
        '  The key is read from KITH_KEY, or from KITH_KEY_FILE (~/.config/kith/key.json).',
        '  Exit codes: 0 done, 1 failed, 2 wrong usage, 3 no key, 4 refused, 5 not reached, 6 not paid, 130 interrupted.',
    ];
    return `${lines.join('\n')}\n`;
}
