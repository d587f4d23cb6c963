/** What the SDK must know of a route to call it. */
export interface RouteEntry {
  readonly method: string;
  /** As OpenAPI writes it: `/api/agents/{name}`; its parameters are taken in their order. */
  readonly path: string;
  /** It takes an object of fields after what stands in its path. */
  readonly input?: true;
  /** Fields that travel in the query although the call is no GET. */
  readonly query?: readonly string[];
  readonly body?: 'json' | 'raw';
  /** What comes back, where it is not JSON. */
  readonly answer?: 'text' | 'response' | 'socket';
  /** The list of the answer that goes on from page to page. */
  readonly items?: string;
}

/** Groups of calls; those under the empty name stand on the service itself. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, RouteEntry>>>>;
