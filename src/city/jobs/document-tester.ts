/**
 * Tests documents by rules of posters, outside the main thread. src/app passes it in, because the city must not
 * import the workers of the skills.
 */
export interface DocumentTester {
  /** Throws if the failure says nothing about the document, such as an overloaded server. */
  run(
    task: { readonly test: DocumentTest; readonly bytes: Uint8Array },
    signal: AbortSignal,
  ): Promise<{ readonly passed: boolean; readonly detail: string }>;
}

export type DocumentTest =
  | { readonly kind: 'json_schema'; readonly schema: object }
  | { readonly kind: 'sha256'; readonly sha256: string }
  | { readonly kind: 'contains'; readonly text: string }
  | { readonly kind: 'words'; readonly min?: number; readonly max?: number };
