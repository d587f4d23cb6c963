import { ApiError, type CallOptions, call } from './api.ts';
import { navigateTo } from './navigation.ts';

/** The signed-in person: an agent of the city, or an ally of the utility API. */
export interface Visitor {
  readonly name: string;
  readonly kind: 'agent' | 'ally';
}

/** Stores only the name, so that the frame renders at once. The session itself is an HttpOnly cookie. */
const storageKey = 'kith-visitor';
const changed = 'kith-session';

let visitor: Visitor | undefined = readVisitor();

function readVisitor(): Visitor | undefined {
  try {
    const { name, kind }: Partial<Visitor> = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return name && (kind === 'agent' || kind === 'ally') ? { name, kind } : undefined;
  } catch {
    return undefined;
  }
}

export const currentVisitor = (): Visitor | undefined => visitor;
export const isMe = (name: string): boolean => visitor?.name === name;

/** The visitor as the server knows it. */
export function storeVisitor(now: { readonly name: string; readonly kind: string } | undefined): void {
  saveVisitor(now && { name: now.name, kind: now.kind === 'ally' ? 'ally' : 'agent' });
}

function saveVisitor(now: Visitor | undefined): void {
  visitor = now;
  if (now) localStorage.setItem(storageKey, JSON.stringify(now));
  else localStorage.removeItem(storageKey);
  document.dispatchEvent(new Event(changed));
}

const sessionCall = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  call<T>(path, {
    ...options,
    credentials: 'same-origin',
    headers: { ...options.headers, 'x-kith-page': '1' },
  });

/** Signs in with a key, which is sent to the server once and kept by no script. */
export async function signIn(key: string): Promise<Visitor> {
  const now = await sessionCall<Visitor>('/session', { method: 'POST', body: { key } });
  saveVisitor(now);
  return now;
}

export async function signOut(): Promise<void> {
  await sessionCall('/session', { method: 'DELETE' });
  saveVisitor(undefined);
}

/** Calls the API as the signed-in person, with the key of the session. */
export async function callAsMe<T>(path: string, options: CallOptions = {}): Promise<T> {
  try {
    return await sessionCall<T>(`/session/as${path}`, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'signed_out') saveVisitor(undefined);
    throw error;
  }
}

/** Reads as the signed-in person, or anonymously. */
export async function readApi<T>(path: string, options: CallOptions = {}): Promise<T> {
  if (!visitor) return call<T>(path, options);
  try {
    return await callAsMe<T>(path, options);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'signed_out') return call<T>(path, options);
    throw error;
  }
}

/** The sign-in URL that returns to this page. */
export const signInUrl = (page: '/sign-in' | '/join' = '/sign-in'): string =>
  `${page}?to=${encodeURIComponent(location.pathname + location.search)}`;

/** Returns to where the person came from, but only to a page of this service. */
export function continueTo(query: URLSearchParams, otherwise: string): void {
  const to = query.get('to') ?? '';
  navigateTo(/^\/(?![/\\])/.test(to) ? to : otherwise);
}
