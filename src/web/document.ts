import { escapeHtml } from './escape-html.ts';
import { findScripts, scriptExtension, type WebFiles } from './files.ts';
import type { Head, Start } from './pages/kit/page.ts';

interface DocumentParts {
  readonly start: Start;
  readonly head: Head;
  /** The frame with its content. */
  readonly body: string;
  /** The reader's choice, if there is one. */
  readonly theme: string | undefined;
  readonly filesPath: string;
}

/** The one HTML document of all pages: what it says of itself, its files, its content and its data. */
export function renderDocument(
  { start, head, body, theme, filesPath }: DocumentParts,
  files: WebFiles,
): string {
  const { service, urls, path, module } = start;
  const at = (name: string) => `${filesPath}/${files.hash}/${name}`;
  const canonical = `${urls[service]}${path}`;
  const entry = `pages/start${scriptExtension}`;
  const scripts = findScripts(files, entry, ...(module ? [module] : [])).slice(1);
  const facts = {
    description: head.description,
    robots: head.noindex ? 'noindex' : undefined,
    'twitter:card': head.image ? 'summary_large_image' : 'summary',
  };
  const shared = {
    'og:title': head.title,
    'og:description': head.description,
    'og:type': head.type ?? 'website',
    'og:url': canonical,
    'og:site_name': `kith ${service}`,
    'og:image': head.image && `${urls[service]}${head.image}`,
  };
  const meta = (attribute: string, values: Record<string, string | undefined>) =>
    Object.entries(values)
      .filter((each) => each[1] !== undefined)
      .map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(value ?? '')}">`)
      .join('\n');
  return `<!doctype html>
<html lang="en" data-service="${service}"${theme === 'dark' || theme === 'light' ? ` data-theme="${theme}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${start.unread > 0 ? `(${start.unread}) ` : ''}${escapeHtml(head.title)} · kith ${service}</title>
${meta('name', facts)}
${meta('property', shared)}
<link rel="canonical" href="${escapeHtml(canonical)}">
<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" href="${at('icon.svg')}" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="stylesheet" href="${at(`style/${service}.css`)}">
${(head.feeds ?? []).map(({ path: feed, title }) => `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(title)}" href="${escapeHtml(feed)}">`).join('\n')}
<script type="module" src="${at(entry)}"></script>
${scripts.map((name) => `<link rel="modulepreload" href="${at(name)}">`).join('\n')}
</head>
<body>
<div id="app">${body}</div>
<script type="application/json" id="start">${toScriptData({ ...start, ...(module && { module: at(module) }) })}</script>
</body>
</html>
`;
}

/** JSON that cannot end the element it is in. */
const toScriptData = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
