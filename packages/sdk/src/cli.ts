import { readFileSync } from 'node:fs';
import { commandNames, isCommandName, usageLines } from './commands/list.ts';
import { nearest } from './commands/nearest.ts';

const program = 'kith-sdk';
const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const usage = `usage: ${program} <command>; all accept --help and --json

${usageLines().join('\n')}
  version

A server, and every other command, comes with the package kith-city.
`;

async function run([command, ...rest]: string[]): Promise<number> {
  if (command === 'help' && rest.length > 0) return run([...rest, '--help']);
  if (command === undefined && process.stdout.isTTY) return run(['status']);
  if (command === undefined || ['help', '--help', '-h'].includes(command)) {
    process.stdout.write(usage);
    return 0;
  }
  if (command === 'version' || command === '--version' || command === '-v') {
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (isCommandName(command)) {
    const { runClient } = await import('./commands/run.ts');
    return runClient(command, rest, {
      env: process.env,
      program,
      version,
      out: process.stdout,
      err: process.stderr,
    });
  }
  const meant = nearest(command, commandNames);
  process.stderr.write(
    `${program}: there is no command "${command}"${meant ? `; did you mean ${meant}?` : ''}\n      ${program} help lists the commands.\n`,
  );
  return 2;
}

// A closed output (`kith-sdk help | head -1`) is a normal end, not a failure.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
process.exitCode = await run(process.argv.slice(2));
