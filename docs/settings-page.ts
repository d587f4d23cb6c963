import { defaultText, settingGroups } from '../src/app/settings.ts';
import type { Setting } from '../src/platform/config/setting.ts';

const head = `# Settings

Environment variables; a \`.env\` file in the working directory is read too. An unknown name that begins with \`KITH_\`, an invalid value or a contradiction stops the start with one line. \`npx kith config\` prints the effective settings with secrets masked, \`npx kith admin config check\` only checks them.

\`npm run docs\` generates this page from the settings.
`;

/** docs/settings.md: every setting with its default and meaning, by area. */
export function settingsPage(): string {
  return [head, ...Object.entries(settingGroups).map(([title, group]) => section(title, group))].join('\n');
}

function section(title: string, group: Readonly<Record<string, Setting<unknown>>>): string {
  const rows = Object.values(group).map(
    (setting) =>
      `| \`${setting.env}\` | ${cell(defaultText(setting))} | ${unitOf(setting.env)} | ${cell(setting.what)} |`,
  );
  return `## ${title}\n\n| setting | default | unit | meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

const units: readonly (readonly [suffix: string, unit: string])[] = [
  ['_MS', 'milliseconds'],
  ['_S', 'seconds'],
  ['_H', 'hours'],
  ['_DAYS', 'days'],
  ['_USD', 'US dollars'],
  ['_MB', 'megabytes'],
  ['_AP', 'AP'],
];

/** The unit that the end of a setting's name states. */
function unitOf(name: string): string {
  return units.find(([suffix]) => name.endsWith(suffix))?.[1] ?? '';
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
