import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { type Checkpoint, openCheckpoint } from '../../ledger/proof/checkpoint.ts';
import type { Cosignature } from '../../ledger/proof/cosignature.ts';
import { keyRing } from '../../ledger/proof/handover.ts';
import { NoteError, type NoteVerifier, parseVerifierKey } from '../../ledger/proof/note.ts';
import {
  checkQuorum,
  PolicyError,
  parsePolicy,
  thresholdPolicy,
  type WitnessPolicy,
} from '../../ledger/proof/policy.ts';
import { BadSetting } from '../../platform/config/setting.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import type { LogSource } from './source.ts';

export interface TrustOptions {
  /** The log's key, obtained independently. */
  readonly key?: string | undefined;
  /** A policy file, or a threshold such as 2-of-3 over the given witnesses. */
  readonly policy?: string | undefined;
  readonly witnesses?: readonly string[] | undefined;
}

/** The keys and policy that a verifier trusts. */
export interface TrustPolicy {
  readonly keys: readonly NoteVerifier[];
  readonly policy: WitnessPolicy | undefined;
}

export interface VerifiedHead {
  readonly head: Checkpoint;
  readonly cosignatures: readonly Cosignature[];
  readonly keys: readonly NoteVerifier[];
}

export async function readTrustPolicy({
  key,
  policy: given,
  witnesses = [],
}: TrustOptions): Promise<TrustPolicy> {
  try {
    const policy = await readPolicy(given, witnesses);
    const keys = [...(key === undefined ? [] : [parseVerifierKey(key)]), ...(policy?.logs ?? [])];
    return { keys, policy };
  } catch (error) {
    if (error instanceof PolicyError || error instanceof NoteError) throw new BadSetting(error.message);
    throw error;
  }
}

async function readPolicy(
  given: string | undefined,
  witnesses: readonly string[],
): Promise<WitnessPolicy | undefined> {
  if (given === undefined) {
    if (witnesses.length > 0) throw new PolicyError('--witness needs --policy, for example --policy 2-of-3');
    return undefined;
  }
  if (/^\d+-of-\d+$/.test(given)) return thresholdPolicy(given, witnesses);
  const text = await readFile(given, 'utf8').catch((error: Error) => {
    throw new PolicyError(
      `the policy ${given} is neither a threshold like 2-of-3 nor a file: ${error.message}`,
    );
  });
  return parsePolicy(text);
}

/**
 * The head of a checkpoint signed by a trusted key or its successor, and with a quorum of witnesses; throws
 * NoteError otherwise. Handovers are signed by the previous key, so their source need not be trusted.
 */
export function verifyHead(
  note: string,
  { keys, policy }: TrustPolicy,
  handovers: readonly string[],
): VerifiedHead {
  if (keys.length === 0) throw new NoteError('no key of the log is known: set one with --key');
  const ring = keys.flatMap((key) => keyRing(key, handovers));
  const head = openCheckpoint(note, ring);
  if (!policy) return { head, cosignatures: [], keys: ring };
  const { reached, cosignatures } = checkQuorum(note, policy);
  if (!reached)
    throw new NoteError(
      `the checkpoint has no quorum: ${cosignatures.length} of ${policy.witnesses.length} witnesses signed it`,
    );
  return { head, cosignatures, keys: ring };
}

/** Published handovers of a log; empty if it has had only one key. */
export async function fetchHandovers(source: LogSource): Promise<string[]> {
  const bytes = await source.file('keys.json');
  if (!bytes) return [];
  const listed = decodeKeys(bytes);
  if (listed === unreadable) throw new NoteError('the list of keys is malformed');
  return listed.keys.flatMap(({ handover }) => handover ?? []);
}

const decodeKeys = jsonDecoder(
  Type.Object({ keys: Type.Array(Type.Object({ handover: Type.Union([Type.String(), Type.Null()]) })) }),
);
