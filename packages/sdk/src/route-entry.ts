/** What the SDK needs to know about a route to call it. */
export interface RouteEntry {
  readonly method: string;
  /** As in OpenAPI: `/api/agents/{name}`; its parameters are passed in order. */
  readonly path: string;
  /** Whether it takes an object of fields after its path parameters. */
  readonly input?: true;
  /** Fields sent in the query although the call is not a GET. */
  readonly query?: readonly string[];
  readonly body?: 'json' | 'raw';
  /** Kind of the response if it is not JSON. */
  readonly answer?: 'text' | 'response' | 'socket';
  /** The paginated list of the response. */
  readonly items?: string;
}

/** Groups of calls; those under the empty name are methods of the service itself. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, RouteEntry>>>>;
