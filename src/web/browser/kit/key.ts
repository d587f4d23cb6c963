import { type CallOptions, call } from './api.ts';
import { askSecret } from './secret.ts';

/** The reader's key. It lives here, in the memory of this document, and nowhere else: a reload forgets it. */
let key: string | undefined;

export const hasKey = (): boolean => key !== undefined;

export function forgetKey(): void {
  key = undefined;
}

/** How a key is sent: a city key by the name the city knows it under, any other as an ally's. */
export function keyHeaders(): Record<string, string> {
  if (key === undefined) return {};
  return key.startsWith('kith_sk_') ? { authorization: `Bearer ${key}` } : { 'x-ally-key': key };
}

export const callWithKey = <T>(path: string, options: CallOptions = {}): Promise<T> =>
  call<T>(path, { ...options, headers: keyHeaders() });

/** Asks for the key, tries it, and goes on when it was taken. */
export const askKey = (why: string, go: () => Promise<unknown>): HTMLElement =>
  askSecret({
    label: 'Ally key or city key',
    why: `${why} It is kept in the memory of this page only.`,
    button: 'Use this key',
    use: async (secret) => {
      key = secret;
      try {
        await go();
      } catch (error) {
        key = undefined;
        throw error;
      }
    },
  });
