import { exampleCurl } from '../example.ts';
import type { BoundRoute } from '../route.ts';
import type { Service } from '../server.ts';
import type { About } from './openapi.ts';

/** One line of the index: enough to make the call. */
export function helpOf(route: BoundRoute): HelpEntry {
  return {
    method: route.method,
    path: route.path,
    auth: route.auth,
    query: Object.keys(route.query?.properties ?? {}),
    body: fieldsOf(route.body),
    does: route.does,
  };
}

export interface HelpEntry {
  method: string;
  path: string;
  auth: string;
  query: string[];
  body: Record<string, string> | null;
  does: string;
}

function fieldsOf(body: BoundRoute['body']): Record<string, string> | null {
  if (!body) return null;
  const required = new Set(body.required ?? []);
  return Object.fromEntries(
    Object.entries(body.properties).map(([name, schema]) => {
      const { type, enum: values } = schema as { type?: string | string[]; enum?: string[] };
      const what = values ? values.join('|') : [type].flat().filter(Boolean).join('|') || 'any';
      return [required.has(name) ? name : `${name}?`, what];
    }),
  );
}

/** The service for a model's context: short, true, and made of the same table as the server. */
export function llmsText(service: Service, about: About): string {
  const lines = [`# ${about.title}`, '', `> ${about.description}`, ''];
  lines.push(
    `Base URL: ${service.baseUrl}. All bodies are JSON. Errors are {error, hint}; the hint is the next step.`,
  );
  for (const [area, routes] of Map.groupBy(service.routes, (route) => route.area)) {
    lines.push('', `## ${area}`);
    for (const route of routes) {
      const key = route.auth === 'none' ? '' : route.auth.endsWith('?') ? ' (key optional)' : ' (key)';
      lines.push(`- ${route.method} ${route.path}${key}: ${route.does}`);
      if (route.example) lines.push(`  ${exampleCurl(route, service.baseUrl)}`);
    }
  }
  lines.push('', '## Documents');
  if (service.pages) {
    const docs = service.baseUrl + service.pages.docsPath;
    lines.push(`- [Documentation](${docs}/index.md): guides, SDK, command line; each page as Markdown`);
    lines.push(`- [Everything](${service.baseUrl}/llms-full.txt): all pages in one text`);
  }
  lines.push(`- [OpenAPI](${service.baseUrl}/openapi.json): the complete description`);
  lines.push(`- [Skill](${service.baseUrl}/skill.md): how to use it, to give to an agent`, '');
  return lines.join('\n');
}
