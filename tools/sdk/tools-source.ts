import { InnerClient } from '../../src/mcp/inner-client.ts';
import { toolsOf } from '../../src/mcp/mcp.ts';
import { titleOf, toPlainSchema } from '../../src/mcp/mcp-server.ts';
import type { Tool } from '../../src/mcp/tool.ts';
import { isSkill } from '../../src/mcp/utility-tools.ts';
import type { BoundRoute } from '../../src/platform/http/route.ts';
import type { Service } from '../../src/platform/http/server.ts';

/** Generates the tools of the SDK's toolkit: the MCP tools, with what follows from the routes that each calls. */
export function toolsSource(services: readonly Service[]): string {
  const taken = new Set<string>();
  const specs = services.flatMap((service) => {
    const name = service.name as 'city' | 'utility';
    const client = new InnerClient(service.routes, () => {
      throw new Error('no tool is called here');
    });
    return toolsOf(name, client).map((tool) => {
      const isTaken = taken.has(tool.name);
      taken.add(tool.name);
      const called = client.routes.filter((each) => tool.calls === 'any' || tool.calls.includes(each.name));
      return {
        name: isTaken ? `${name}_${tool.name}` : tool.name,
        service: name,
        ...(isTaken && { remoteName: tool.name }),
        title: isTaken ? `${titleOf(tool.name)} (${name})` : titleOf(tool.name),
        description: isTaken ? `Of the ${name} API: ${tool.description}` : tool.description,
        inputSchema: toPlainSchema(tool.input),
        ...annotate(tool, called),
      };
    });
  });
  return `// Made from the routes by \`npm run sdk\`; do not edit.
import type { ToolSpec } from '../tools/tool-spec.ts';

export const toolSpecs = [
${specs.map((spec) => `  ${JSON.stringify(spec)},`).join('\n')}
] as const satisfies readonly ToolSpec[];
`;
}

function annotate({ name, hints }: Tool, called: readonly BoundRoute[]) {
  const reads = called.every(({ method }) => method === 'GET');
  if (hints.readOnlyHint && !reads) throw new Error(`${name} says that it only reads`);
  return {
    reads: hints.readOnlyHint,
    // Whether a skill has a price depends on the server that is asked.
    spends: called.some(
      (each) => isSkill(each) || (each.errors ?? []).some(({ code }) => code === 'not_enough_ap'),
    ),
    public: called.some(({ screened, area }) => screened !== undefined && area !== 'memory'),
  };
}
