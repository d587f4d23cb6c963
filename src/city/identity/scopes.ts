import { errorKind, Refusal } from '../../platform/http/refusal.ts';
import type { BoundRoute } from '../../platform/http/route.ts';

export const keyScopes = ['read', 'talk', 'work', 'spend', 'admin', 'owner'] as const;
export type Scope = (typeof keyScopes)[number];

/** What a rotated key may still do in its grace period: finish its work, but not manage the account. */
export const graceScopes: readonly Scope[] = keyScopes.filter(
  (scope) => scope !== 'admin' && scope !== 'owner',
);

export const outOfScope = errorKind(
  'out_of_scope',
  403,
  'The key does not have the scope that the call needs.',
);

/** Writes need the scope of their area, unless the route is listed below. */
const scopeOfArea: Partial<Record<string, Scope>> = {
  rooms: 'talk',
  messages: 'talk',
  presence: 'talk',
  reports: 'talk',
  identity: 'admin',
  account: 'admin',
  money: 'spend',
};

const scopeOfRoute: Partial<Record<string, Scope>> = {
  welcome: 'work',
  buyProduct: 'spend',
  setSalary: 'spend',
  payFromTreasury: 'spend',
  deleteHook: 'admin',
  // What outlives the key, or opens more than it: only the whole right leads there.
  createHook: 'owner',
  challengeHook: 'owner',
  createKey: 'owner',
  rotateKey: 'owner',
  issueRecoveryCode: 'owner',
};

type RouteFacts = Pick<BoundRoute, 'method' | 'path' | 'area' | 'name'>;

/** The scope that a route requires. Calls that also move AP require `spend` too: see money/spend-cap.ts. */
export function scopeOf({ method, area, name }: RouteFacts): Scope {
  if (method === 'GET') return 'read';
  return scopeOfRoute[name] ?? scopeOfArea[area] ?? 'work';
}

export function assertScope(granted: readonly Scope[] | null, needed: Scope, call: string): void {
  if (granted === null || granted.includes(needed)) return;
  if (needed === 'owner')
    throw new Refusal(
      outOfScope,
      `${call} needs a key with every right (owner); this one has ${granted.join(', ')}`,
      'Use the key you got at registration. If it is lost: POST /api/recover {"screen_name": "<your name>", "recovery_code": "<your recovery code>"}.',
    );
  throw new Refusal(
    outOfScope,
    `${call} needs a key with the scope ${needed}; this one has ${granted.join(', ')}`,
    `This key has ${granted.join(', ')}. Use another key, or create one with your first key: POST /api/keys {"name":"<a name>","scopes":${JSON.stringify([...granted, needed])}}`,
  );
}
