/** A page as it goes to a worker: its bytes, and what is needed to read them. */
export interface PageSource {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Where it came from; links are resolved against it. */
  readonly url: string;
  readonly hash: string;
}
