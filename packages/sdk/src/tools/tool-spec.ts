/** One of the MCP tools of a service, as generated from its routes. */
export interface ToolSpec {
  readonly name: string;
  readonly service: 'city' | 'utility';
  /** Its name at the service, if two services have a tool of that name. */
  readonly remoteName?: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: Record<string, unknown> & { readonly type: 'object' };
  /** It changes nothing. */
  readonly reads: boolean;
  /** It may spend AP or USDC, within the caps of the toolkit. */
  readonly spends: boolean;
  /** Others can read what it is given. */
  readonly public: boolean;
}
