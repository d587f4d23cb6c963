/** A page as it is passed to a worker: its bytes, and what is needed to parse them. */
export interface PageSource {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** URL it came from; links are resolved against it. */
  readonly url: string;
  readonly hash: string;
}
