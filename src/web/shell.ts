import { escapeHtml } from './escape-html.ts';
import { findScripts, type WebFiles } from './files.ts';

interface ShellOptions {
  /** Path of the page, as in `page-addresses.ts`. */
  readonly path: string;
  readonly service: 'city' | 'utility';
  readonly title: string;
  readonly description: string;
  /** Public URLs of this service and of the other. */
  readonly self: string;
  readonly other: string;
  readonly filesPath: string;
  /** Content of `main`, if the page is rendered on the server. */
  readonly content?: string;
}

/** In cascade order: later files refine earlier ones. */
const sharedStyles = ['emoji', 'tokens', 'base', 'frame', 'parts'];

const noScript = `<noscript><p class="noscript">These pages need JavaScript. Everything they show is in the API: <a href="/openapi.json">openapi.json</a>, <a href="/llms.txt">llms.txt</a>.</p></noscript>`;

/** The document shared by all pages: its resources, and a notice for visitors without scripts. */
export function renderShell(facts: ShellOptions, files: WebFiles): string {
  const at = (name: string) => `${facts.filesPath}/${files.hash}/${name}`;
  const { content } = facts;
  const styles = [...sharedStyles, facts.service, ...(content === undefined ? [] : ['docs'])];
  const entry = `${facts.service}.ts`;
  const preloads = findScripts(files, entry, facts.path)
    .slice(1)
    .map((name) => `<link rel="modulepreload" href="${at(name)}">`);
  return `<!doctype html>
<html lang="en" data-service="${facts.service}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(facts.description)}">
<meta name="kith-self" content="${escapeHtml(facts.self)}">
<meta name="kith-other" content="${escapeHtml(facts.other)}">
<title>${escapeHtml(facts.title)}</title>
<link rel="icon" href="${at('icon.svg')}" type="image/svg+xml">
<link rel="preload" href="${at('fonts/inter.woff2')}" as="font" type="font/woff2" crossorigin>
${styles.map((name) => `<link rel="stylesheet" href="${at(`style/${name}.css`)}">`).join('\n')}
<script src="${at('theme.ts')}"></script>
<script type="module" src="${at(entry)}"></script>
${preloads.join('\n')}
</head>
<body>
${content === undefined ? noScript : `<main id="main" tabindex="-1">${content}</main>`}
</body>
</html>
`;
}
