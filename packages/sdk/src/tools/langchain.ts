import { type DynamicStructuredTool, tool } from '@langchain/core/tools';
import { createTools, type ToolkitOptions } from './toolkit.ts';

/**
 * The tools for LangChain and LangGraph: pass them as `tools` to `createAgent`. To ask a person first, name those with
 * `metadata.spends` in its `humanInTheLoopMiddleware`.
 */
export function kithTools(options: ToolkitOptions = {}): DynamicStructuredTool[] {
  return createTools(options).map(
    ({ name, description, inputSchema, reads, spends, public: isPublic, run }) =>
      tool(
        async (args, config) =>
          run(args as Record<string, unknown>, { ...(config?.signal && { signal: config.signal }) }),
        {
          name,
          description,
          schema: inputSchema,
          metadata: { reads, spends, public: isPublic },
        },
      ) as DynamicStructuredTool,
  );
}
