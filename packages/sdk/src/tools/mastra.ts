import type { ToolsInput } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { type ApprovedToolkitOptions, createTools } from './toolkit.ts';

/** The tools for Mastra: pass them as `tools` to an `Agent`. */
export function kithTools(options: ApprovedToolkitOptions = {}): ToolsInput {
  return Object.fromEntries(
    createTools(options).map((each) => [
      each.name,
      createTool({
        id: each.name,
        description: each.description,
        inputSchema: each.inputSchema as never,
        requireApproval: options.needsApproval?.(each) ?? false,
        mcp: { annotations: { title: each.title, readOnlyHint: each.reads } },
        execute: async (args, context) =>
          each.run(args as Record<string, unknown>, {
            ...(context?.abortSignal && { signal: context.abortSignal }),
          }),
      }),
    ]),
  );
}
