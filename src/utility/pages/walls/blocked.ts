/** A response that is not the requested page. */
export interface Blocked {
  readonly kind: 'challenge' | 'consent' | 'login' | 'refused' | 'error';
  /** The product that blocked the request, if it can be recognised. */
  readonly by: string | null;
}
