import data from './official-sources.json' with { type: 'json' };

export interface Officialness {
  readonly official: boolean;
  readonly basis: 'curated' | 'official_tld' | 'none';
  readonly publisher: string | null;
  readonly jurisdiction: string | null;
  readonly kind: string | null;
  /** Whether the published text is itself authentic; null if that is not settled. */
  readonly authentic: boolean | null;
  readonly note: string | null;
  /** The basis of the judgement, in one sentence. */
  readonly evidence: string | null;
}

const none: Officialness = {
  official: false,
  basis: 'none',
  publisher: null,
  jurisdiction: null,
  kind: null,
  authentic: null,
  note: null,
  evidence: null,
};

interface Publisher {
  readonly domain: string;
  readonly publisher: string;
  readonly jurisdiction: string;
  readonly kind: string;
  readonly authentic: boolean | null;
  readonly aliases?: readonly string[];
  readonly note?: string;
  readonly evidence: string;
}

const publishers = new Map(
  (data.publishers as readonly Publisher[]).flatMap((each) =>
    [each.domain, ...(each.aliases ?? [])].map((name): [string, Publisher] => [name, each]),
  ),
);

interface Ending {
  readonly jurisdiction: string;
  readonly evidence: string;
}

const endings = new Map<string, Ending>([
  ...data.government_endings.split(' ').map((ending): [string, Ending] => [
    ending,
    {
      jurisdiction: findState(ending),
      evidence: `The Public Suffix List lists .${ending} as a government domain.`,
    },
  ]),
  ...data.endings.map(({ ending, jurisdiction, who }): [string, Ending] => [
    ending,
    { jurisdiction, evidence: `Only ${who ?? 'that government'} can register names below ${ending}.` },
  ]),
]);

const evidenceByEnding: Readonly<Record<string, string>> = {
  seen: 'Named as its publisher by N-Lex, e-Justice, a statute or a list of official sources.',
  known: 'Listed from common knowledge; no official list that names it was read.',
};

const notOfficial = new Map(
  data.not_official.flatMap(({ domain, aliases = [], why }) =>
    [domain, ...aliases].map((name): [string, string] => [name, why]),
  ),
);

/** Matches whole labels from the right, the longest name first, so that a look-alike name never matches. */
export function assessOfficialness(host: string): Officialness {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.');
  const names = labels.map((_, index) => labels.slice(index).join('.'));
  for (const name of names) {
    const reason = notOfficial.get(name);
    if (reason !== undefined) return { ...none, note: reason };
    const found = publishers.get(name);
    if (found) {
      const { publisher, jurisdiction, kind, authentic, note = null } = found;
      const evidence = evidenceByEnding[found.evidence] ?? null;
      return { official: true, basis: 'curated', publisher, jurisdiction, kind, authentic, note, evidence };
    }
  }
  const ending = names.map((name) => endings.get(name)).find((each) => each !== undefined);
  return ending ? { ...none, official: true, basis: 'official_tld', ...ending } : none;
}

/** The top-level domain names the state, except for the United Kingdom. */
function findState(ending: string): string {
  const tld = ending.slice(ending.lastIndexOf('.') + 1).toUpperCase();
  return tld === 'UK' ? 'GB' : tld;
}
