import { type FunctionTool, type Tool, tool } from '@openai/agents';
import { type ApprovedToolkitOptions, createTools, type KithTool } from './toolkit.ts';

/** The tools for the OpenAI Agents SDK: pass them as `tools` to an `Agent`. */
export const kithTools = (options: ApprovedToolkitOptions = {}): Tool[] =>
  createTools(options).map((each) => toFunctionTool(each, options.needsApproval?.(each) ?? false));

function toFunctionTool(
  { name, description, inputSchema, run }: KithTool,
  needsApproval: boolean,
): FunctionTool {
  const { properties = {}, required = [] } = inputSchema as { properties?: object; required?: string[] };
  return tool({
    name,
    description,
    parameters: { type: 'object', properties: { ...properties }, required, additionalProperties: true },
    // Strict schemas would make every optional field required.
    strict: false,
    needsApproval,
    execute: (args, _context, details) =>
      run(args as Record<string, unknown>, { ...(details?.signal && { signal: details.signal }) }),
  }) as unknown as FunctionTool;
}
