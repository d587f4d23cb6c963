import { skillValues } from '../generated/utility-routes.ts';
import type { SkillId } from '../index.ts';
import { type ClientCommand, readText } from './command.ts';
import { WrongUsage } from './exit-code.ts';
import { nearest } from './nearest.ts';
import { terminalText } from './terminal-text.ts';

export const skill: ClientCommand = {
  usage: 'skill [id] [value]',
  does: 'run a skill, or list them all; - reads the value from standard input',
  args: [0, 2],
  options: { param: { type: 'string', multiple: true }, free: { type: 'boolean' } },
  help: [
    '--param NAME=VALUE a further parameter; repeat it as needed: --param chain=base',
    '--free               use a free trial call; the default without a key',
  ],
  example: 'kith skill dns-lookup example.org',
  async run({ args: [id, value], options, connection, signal, print, screen }) {
    const { skills } = connection.publicUtility();
    if (id === undefined) {
      const all = await skills.list({ signal });
      print(all, () =>
        screen.rows(
          all.skills.map(({ path, price_usd, does, params }) => {
            const names = params.map(({ name, required }) => (required ? name : `${name}?`)).join(' ');
            return [path.slice(1), `$${price_usd}`, names, does];
          }),
        ),
      );
      return undefined;
    }
    if (value === undefined)
      throw new WrongUsage(`${id} needs a value; kith skill lists all skills with their parameters`);
    const isFreeTrial = options.free === true || !connection.hasKey();
    const extraParams = { ...toParams(options.param), ...(isFreeTrial && { free: '1' }) };
    const answer = await skills
      .run(id as SkillId, await readText(value), extraParams, { signal })
      .catch((error: unknown) => {
        if (!(error instanceof TypeError)) throw error;
        const meant = nearest(id, Object.keys(skillValues));
        throw new WrongUsage(
          `there is no skill ${id}; ${meant ? `did you mean ${meant}?` : 'kith skill lists them all'}`,
        );
      });
    print(answer, () => terminalText(JSON.stringify(answer, null, 2)));
    return undefined;
  },
};

function toParams(given: unknown): Record<string, string> {
  const pairs = [given ?? []].flat().map((each) => {
    const [, name, value] = /^([a-z_]+)=([\s\S]*)$/.exec(String(each)) ?? [];
    if (name === undefined || value === undefined) throw new WrongUsage(`--param must be NAME=VALUE`);
    return [name, value] as const;
  });
  return Object.fromEntries(pairs);
}
