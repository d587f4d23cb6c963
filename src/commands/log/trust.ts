import { readFile } from 'node:fs/promises';
import { Type } from 'typebox';
import { type Checkpoint, openCheckpoint } from '../../ledger/proof/checkpoint.ts';
import type { Cosignature } from '../../ledger/proof/cosignature.ts';
import { keyRing } from '../../ledger/proof/handover.ts';
import { NoteError, type NoteVerifier, parseVerifierKey } from '../../ledger/proof/note.ts';
import {
  type Policy,
  PolicyError,
  parsePolicy,
  quorumOf,
  thresholdPolicy,
} from '../../ledger/proof/policy.ts';
import { BadSetting } from '../../platform/config/setting.ts';
import { jsonDecoder, unreadable } from '../../platform/decode.ts';
import type { LogSource } from './source.ts';

export interface TrustOptions {
  /** The log's key, known from elsewhere. */
  readonly key?: string | undefined;
  /** The file of a policy, or a threshold like 2-of-3 over the witnesses given. */
  readonly policy?: string | undefined;
  readonly witnesses?: readonly string[] | undefined;
}

/** Whose signatures a reader believes. */
export interface Trust {
  readonly keys: readonly NoteVerifier[];
  readonly policy: Policy | undefined;
}

export interface Trusted {
  readonly head: Checkpoint;
  readonly cosignatures: readonly Cosignature[];
  readonly keys: readonly NoteVerifier[];
}

export async function readTrust({ key, policy: given, witnesses = [] }: TrustOptions): Promise<Trust> {
  try {
    const policy = await policyOf(given, witnesses);
    const keys = [...(key === undefined ? [] : [parseVerifierKey(key)]), ...(policy?.logs ?? [])];
    return { keys, policy };
  } catch (error) {
    if (error instanceof PolicyError || error instanceof NoteError) throw new BadSetting(error.message);
    throw error;
  }
}

async function policyOf(
  given: string | undefined,
  witnesses: readonly string[],
): Promise<Policy | undefined> {
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
 * The head of a checkpoint that a trusted key signed, or one it was handed over to, and that has its quorum; throws
 * NoteError otherwise. Hand-overs are signed by the key they come from, so it does not matter who tells of them.
 */
export function openTrusted(note: string, { keys, policy }: Trust, handovers: readonly string[]): Trusted {
  if (keys.length === 0) throw new NoteError('no key of the log is known: give one with --key');
  const ring = keys.flatMap((key) => keyRing(key, handovers));
  const head = openCheckpoint(note, ring);
  if (!policy) return { head, cosignatures: [], keys: ring };
  const { reached, cosignatures } = quorumOf(note, policy);
  if (!reached)
    throw new NoteError(
      `the checkpoint has no quorum: ${cosignatures.length} of ${policy.witnesses.length} witnesses signed it`,
    );
  return { head, cosignatures, keys: ring };
}

/** The hand-overs that a log publishes; none where it has had one key only. */
export async function publishedHandovers(source: LogSource): Promise<string[]> {
  const bytes = await source.file('keys.json');
  if (!bytes) return [];
  const listed = decodeKeys(bytes);
  if (listed === unreadable) throw new NoteError('the list of keys is malformed');
  return listed.keys.flatMap(({ handover }) => handover ?? []);
}

const decodeKeys = jsonDecoder(
  Type.Object({ keys: Type.Array(Type.Object({ handover: Type.Union([Type.String(), Type.Null()]) })) }),
);
