import type { Timed, Verdict } from './history.ts';
import { checkLinearizable, type Model } from './linearizable.ts';

export interface LockOperation extends Timed {
  /** The file lane or the role. */
  readonly key: string;
  /** `use` is an effect that only the holder may have. */
  readonly kind: 'acquire' | 'release' | 'use' | 'expire';
  readonly refused?: boolean;
  /** The holder that a refusal names. */
  readonly heldBy?: string;
  /** How long an acquired lock lasts. */
  readonly forMs?: number;
  /** The fencing token of the grant, or the one that was shown for a use. */
  readonly token?: number;
}

interface LockState {
  readonly holder: string | null;
  /** Call of the grant, which its end by time belongs to. */
  readonly granted: number;
  readonly token: number;
}

const free = (state: LockState): LockState => ({ ...state, holder: null, granted: -1 });

const isOthers = ({ holder }: LockState, { client }: LockOperation): boolean =>
  holder !== null && holder !== client;

/** Whether the grant whose token is shown lasts. */
const isCurrent = ({ holder, token }: LockState, shown: LockOperation): boolean =>
  holder === shown.client && token === shown.token;

/** A grant whose token nobody has seen has one between the tokens before and after it. */
const unseen = 0.5;

const grant = (state: LockState, { client, called, token }: LockOperation): LockState => ({
  holder: client,
  granted: called,
  token: token ?? (state.holder === client ? state.token : Math.floor(state.token) + unseen),
});

/** One holder at a time; a token grows with each grant, and is accepted while its grant lasts. */
const lock: Model<LockState, LockOperation> = {
  initial: { holder: null, granted: -1, token: -1 },
  step: (state, operation) => {
    const { kind, refused, heldBy, token } = operation;
    if (refused) {
      if (kind === 'use') return token !== undefined && !isCurrent(state, operation) ? state : undefined;
      return isOthers(state, operation) && (heldBy === undefined || heldBy === state.holder)
        ? state
        : undefined;
    }
    if (kind === 'use') {
      if (token !== undefined) return isCurrent(state, operation) ? state : undefined;
      return isOthers(state, operation) ? undefined : state;
    }
    if (isOthers(state, operation)) return undefined;
    if (kind === 'release') return free(state);
    const isOwn = state.holder === operation.client;
    if (token !== undefined && (isOwn ? token < state.token : token <= state.token)) return undefined;
    return grant(state, operation);
  },
  attempt: (state, operation) => {
    if (operation.kind === 'expire') return state.granted === operation.token ? free(state) : state;
    if (operation.kind === 'use' || operation.refused || isOthers(state, operation)) return state;
    return operation.kind === 'release' ? free(state) : grant(state, operation);
  },
};

/** A grant may end when its time is over; its end is an operation that nobody answers. */
const endOf = ({ key, client, called, forMs }: LockOperation): LockOperation[] =>
  forMs === undefined
    ? []
    : [
        {
          key,
          client,
          kind: 'expire',
          called: called + forMs,
          answered: Number.POSITIVE_INFINITY,
          token: called,
        },
      ];

/** Locks are independent, so each key is checked by itself. */
export function checkLocks(operations: readonly LockOperation[]): Verdict<LockOperation> {
  for (const ofKey of Map.groupBy(operations, ({ key }) => key).values()) {
    const grants = ofKey.filter(({ kind, refused }) => kind === 'acquire' && !refused);
    const verdict = checkLinearizable(lock, [...ofKey, ...grants.flatMap(endOf)]);
    if (verdict) return verdict.filter(({ kind }) => kind !== 'expire');
  }
  return undefined;
}
