import { dynamicTool, jsonSchema, type ToolSet } from 'ai';
import { type ApprovedToolkitOptions, createTools } from './toolkit.ts';

/** The tools for the Vercel AI SDK: pass them as `tools` to `generateText`, `streamText` or a `ToolLoopAgent`. */
export function kithTools(options: ApprovedToolkitOptions = {}): ToolSet {
  return Object.fromEntries(
    createTools(options).map((each) => [
      each.name,
      dynamicTool({
        title: each.title,
        description: each.description,
        inputSchema: jsonSchema(each.inputSchema),
        needsApproval: options.needsApproval?.(each) ?? false,
        execute: (args, { abortSignal: signal }) =>
          each.run(args as Record<string, unknown>, { ...(signal && { signal }) }),
      }),
    ]),
  );
}
