/** Messages from the verification worker to the page. */
export type WorkerMessage =
  | { readonly what: 'progress'; readonly checked: number; readonly of: number }
  | {
      readonly what: 'good';
      readonly checked: number;
      readonly signed: number;
      readonly accounts: number;
      readonly ms: number;
      readonly key: string;
      /** The cosigning witnesses, by their names in the policy. */
      readonly cosigned: readonly string[];
    }
  | { readonly what: 'bad'; readonly seq: number; readonly fault: string; readonly checked: number }
  | { readonly what: 'distrust'; readonly fault: string }
  | { readonly what: 'failed'; readonly fault: string };
