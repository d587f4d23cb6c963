/**
 * Tests documents against JSON Schemas of posters, outside the main thread. src/app passes it in, because the
 * city must not import the workers of the skills.
 */
export interface SchemaChecker {
  /** Throws if the failure says nothing about the document, such as an overloaded server. */
  validate(
    task: { readonly schema: object; readonly text: string },
    signal: AbortSignal,
  ): Promise<{ readonly passed: boolean; readonly detail: string }>;
}
