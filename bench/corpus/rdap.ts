import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readRdap } from '../../src/utility/registries/rdap/answer.ts';
import { type MeasureOptions, type Score, Tally } from './score.ts';

/** The fields that both the cases and the peer have; dates as milliseconds. */
export interface RegistrationFacts {
  readonly created: number | null;
  readonly expires: number | null;
  readonly updated: number | null;
  readonly registrar: string | null;
  readonly status: readonly string[];
  readonly nameservers: readonly string[];
  readonly dnssec: boolean | null;
}

interface Entity {
  readonly roles?: readonly string[];
  readonly vcardArray?: [string, [string, unknown, string, unknown][]];
}

interface SecureDns {
  readonly delegationSigned?: boolean;
}

interface Domain {
  readonly ldhName: string;
  readonly events?: readonly { readonly eventAction: string; readonly eventDate: string }[];
  readonly entities?: readonly Entity[];
  readonly status?: readonly string[];
  readonly nameservers?: readonly { readonly ldhName: string }[];
  readonly secureDNS?: SecureDns;
  /** A misspelling that some registries use. */
  readonly secureDns?: SecureDns;
}

/** Registry responses, compared field by field; the bootstrap file in the same folder is skipped. */
export async function measure(corpora: string, { peers }: MeasureOptions): Promise<Score[]> {
  const peer = peers ? await import('./peers/rdapper.ts') : undefined;
  const dir = path.join(corpora, 'rdap');
  const tally = new Tally();
  for (const file of readdirSync(dir).filter((each) => !each.startsWith('iana-'))) {
    const bytes = readFileSync(path.join(dir, file));
    const domain: Domain = JSON.parse(bytes.toString('utf8'));
    const wanted = factsOf(domain);
    const ours = ourFacts(bytes);
    const theirs = await peer?.factsByRdapper(domain.ldhName, bytes);
    for (const field of Object.keys(wanted) as (keyof RegistrationFacts)[]) {
      tally.case(
        isDeepStrictEqual(ours?.[field], wanted[field]),
        () => `${file} ${field}: ${JSON.stringify([ours?.[field], wanted[field]])}`,
      );
      if (peer) tally.peer('rdapper', isDeepStrictEqual(theirs?.[field], wanted[field]));
    }
  }
  return [tally.score('fields of registration', 1)];
}

function factsOf({ events = [], entities = [], status = [], nameservers = [], ...rest }: Domain) {
  const at = (action: string) => {
    const event = events.find(({ eventAction }) => eventAction === action);
    return event ? Date.parse(event.eventDate) : null;
  };
  const registrar = entities.find(({ roles = [] }) => roles.includes('registrar'));
  const name = registrar?.vcardArray?.[1].find(([property]) => property === 'fn')?.[3];
  return {
    created: at('registration'),
    expires: at('expiration'),
    updated: at('last changed'),
    registrar: typeof name === 'string' ? name : null,
    status: [...status].sort(),
    nameservers: nameservers.map(({ ldhName }) => ldhName.toLowerCase().replace(/\.$/, '')).sort(),
    dnssec: (rest.secureDNS ?? rest.secureDns)?.delegationSigned ?? null,
  } satisfies RegistrationFacts;
}

function ourFacts(bytes: Buffer): RegistrationFacts | undefined {
  const read = readRdap(bytes);
  const ms = (text: string | null) => (text === null ? null : Date.parse(text));
  return read
    ? {
        created: ms(read.createdAt),
        expires: ms(read.expiresAt),
        updated: ms(read.updatedAt),
        registrar: read.registrar,
        status: [...read.status].sort(),
        nameservers: [...read.nameservers].sort(),
        dnssec: read.dnssec,
      }
    : undefined;
}
