import { getDomain } from 'tldts';
import ours from './domain-lists.json' with { type: 'json' };

/**
 * Relays forward to a personal mailbox: such an address is permanent and its owner reads it, so it is never reported as
 * disposable, although some lists do.
 */
const relays = new Set(ours.relays);
/** Names on the list of mail providers that offer no mailboxes today, or are listed by mistake. */
const notProviders = new Set(ours.notProviders);

interface DomainLists {
  /** The matching list entry: the domain itself or one of its parents. */
  disposable(domain: string): string | null;
  isPrivacyRelay(domain: string): boolean;
  isFreeProvider(domain: string): boolean;
}

let loading: Promise<DomainLists> | undefined;

/** Loaded on first use, to keep it out of the startup time. */
export function loadDomainLists(): Promise<DomainLists> {
  loading ??= load();
  return loading;
}

async function load(): Promise<DomainLists> {
  const [{ disposableEmailBlocklistSet }, { default: all }] = await Promise.all([
    import('disposable-email-domains-js'),
    import('email-providers/all.json', { with: { type: 'json' } }),
  ]);
  const throwaway = disposableEmailBlocklistSet();
  const providers = new Set([...(all as string[]), ...ours.providers]);
  const isPrivacyRelay = (domain: string) => namesUpwards(domain).some((name) => relays.has(name));
  const disposable = (domain: string) =>
    isPrivacyRelay(domain) ? null : (namesUpwards(domain).find((name) => throwaway.has(name)) ?? null);
  return {
    disposable,
    isPrivacyRelay,
    isFreeProvider: (domain) =>
      providers.has(domain) && !notProviders.has(domain) && !isPrivacyRelay(domain) && !disposable(domain),
  };
}

/** The domain and its parents, down to the registrable domain. */
function namesUpwards(domain: string): string[] {
  const top = getDomain(domain) ?? domain;
  const labels = domain.split('.');
  const count = labels.length - top.split('.').length + 1;
  return Array.from({ length: Math.max(1, count) }, (_, index) => labels.slice(index).join('.'));
}
