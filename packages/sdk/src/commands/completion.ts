import type { ParseArgsOptionsConfig } from 'node:util';
import { KithError } from '../kith-error.ts';
import type { ClientCommand, Invocation } from './command.ts';
import { callsOf } from './command-calls.ts';
import { NoKey, WrongUsage } from './exit-code.ts';
import { type CommandName, commandNames, isCommandName } from './list.ts';
import { terminalLine } from './terminal-text.ts';

/** A key press waits this long for names from the server. */
const timeoutMs = 1_500;

/** Prints the script that a shell loads, or, called by that script with the words typed so far, what may come next. */
export const completion: ClientCommand = {
  usage: 'completion bash|zsh|fish',
  does: 'print a script that completes commands, options and names in your shell',
  args: [1, 100],
  help: [
    "bash: echo 'source <(kith completion bash)' >> ~/.bashrc",
    "zsh:  echo 'source <(kith completion zsh)' >> ~/.zshrc   (after compinit)",
    'fish: kith completion fish > ~/.config/fish/completions/kith.fish',
    '',
    'Names of rooms, jobs, products and agents come from the server.',
  ],
  example: 'kith completion bash',
  async run(invocation) {
    const {
      args: [shell = '', ...words],
      print,
    } = invocation;
    if (shell === 'words') {
      const found = await complete(words, invocation);
      // An empty line would be a word to the shell.
      if (found.length > 0) print(found, () => found);
      return undefined;
    }
    const script = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined;
    if (!script || words.length > 0) throw new WrongUsage('the shell is bash, zsh or fish');
    print({ script }, () => script.trimEnd());
    return undefined;
  },
};

/** The words that may stand where the last one is being typed, each with a tab and what it is. */
async function complete(words: readonly string[], invocation: Invocation): Promise<string[]> {
  const { otherCommands } = invocation;
  const [name = '', ...rest] = words;
  const typed = words.at(-1) ?? '';
  const startsSo = (word: string) => word.toLowerCase().startsWith(typed.toLowerCase());
  if (rest.length === 0) return [...commandNames, ...Object.keys(otherCommands)].filter(startsSo);
  if (!isCommandName(name)) return rest.length === 1 ? (otherCommands[name] ?? []).filter(startsSo) : [];
  const { usage, options } = await invocation.describe(name);
  if (typed.startsWith('-'))
    return Object.keys(options)
      .map((option) => `--${option}`)
      .filter(startsSo);
  const before = rest.slice(0, -1);
  const previous = /^--(.+)$/.exec(before.at(-1) ?? '')?.[1];
  const isValue = previous !== undefined && options[previous]?.type === 'string';
  const places = usage
    .split(' ')
    .slice(1)
    .filter((word) => !word.startsWith('-'));
  const at = before.filter((word, n) => !word.startsWith('-') && !takesValue(before[n - 1], options)).length;
  const place = isValue ? previous : places[at];
  if (place === undefined) return [];
  if (place.includes('|')) return place.split('|').filter(startsSo);
  const found = await namesFor(place.replaceAll(/[<>[\]]/g, ''), name, invocation);
  return found.filter(startsSo);
}

const takesValue = (word: string | undefined, options: ParseArgsOptionsConfig): boolean =>
  word?.startsWith('--') === true && options[word.slice(2)]?.type === 'string';

/** What a place of a command is called says what it names; whose id it is follows from the call that the command makes. */
async function namesFor(
  place: string,
  name: CommandName,
  { connection, signal }: Invocation,
): Promise<string[]> {
  const city = connection.publicCity();
  const options = { signal, timeoutMs, retries: 0 };
  try {
    if (place === 'room')
      return (await city.rooms.list({}, options)).rooms.map(
        ({ name, topic }) => `${name}\t${terminalLine(topic)}`,
      );
    if (['name', 'worker', 'with', 'assign', 'poster', 'ref'].includes(place) && name !== 'register')
      return (await city.agents.list({ limit: 100 }, options)).agents.map(({ screen_name }) => screen_name);
    if (place !== 'id') return [];
    const call = callsOf(name).find((route) => route.includes('{id}')) ?? '';
    if (call.includes('/api/exchange'))
      return (await city.jobs.list({ limit: 100 }, options)).jobs.map(
        ({ id, title }) => `${id}\t${terminalLine(title)}`,
      );
    if (call.includes('/api/products'))
      return (await city.shop.list({ limit: 100 }, options)).products.map(
        ({ id, title }) => `${id}\t${terminalLine(title)}`,
      );
    if (name === 'skill')
      return (await connection.publicUtility().skills.list(options)).skills.map(
        ({ path, does }) => `${path.slice(1)}\t${terminalLine(does)}`,
      );
    return [];
  } catch (error) {
    // Without a server there are no names, and a shell has no place for the reason.
    if (error instanceof KithError || error instanceof NoKey) return [];
    throw error;
  }
}

const scripts = {
  bash: `_kith() {
  local word
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    COMPREPLY+=("$(printf '%q' "$word")")
  done < <("\${COMP_WORDS[0]}" completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _kith kith kith-sdk
`,
  zsh: `#compdef kith kith-sdk
_kith() {
  local -a found
  local word what
  while IFS=$'\\t' read -r word what; do
    found+=("\${word//:/\\\\:}\${what:+:$what}")
  done < <("\${words[1]}" completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  _describe kith found
}
compdef _kith kith kith-sdk
`,
  fish: `function __kith_words
  set -l words (commandline -opc) (commandline -ct)
  $words[1] completion words -- $words[2..-1] 2>/dev/null
end
complete -c kith -f -a '(__kith_words)'
complete -c kith-sdk -f -a '(__kith_words)'
`,
} as const;
