/** Messages from a child process to its parent. */
export type ToParent =
  | { readonly kind: 'up'; readonly urls: Readonly<Record<string, string>> }
  | { readonly kind: 'metrics wanted'; readonly id: number }
  | { readonly kind: 'own metrics'; readonly id: number; readonly metrics: object[] };

/** Messages from the parent to a child. */
export type ToChild =
  | { readonly kind: 'own metrics wanted'; readonly id: number }
  | { readonly kind: 'metrics'; readonly id: number; readonly text: string };

/** The channel also carries messages of node:cluster itself. */
export const isMessage = <M extends ToParent | ToChild>(message: unknown): message is M =>
  typeof message === 'object' && message !== null && 'kind' in message;
