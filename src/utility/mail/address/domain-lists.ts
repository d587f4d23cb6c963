import { getDomain } from 'tldts';

/**
 * Relays that forward to a personal mailbox. Such an address is permanent and its owner reads it, so it is
 * never reported as disposable, although some lists do.
 */
const relays = new Set(
  (
    'duck.com mozmail.com relay.firefox.com privaterelay.appleid.com simplelogin.com simplelogin.co simplelogin.fr ' +
    'simplelogin.io slmail.me slmails.com aleeas.com 8alias.com 8shield.net dralias.com silomails.com anonaddy.com ' +
    'anonaddy.me addy.io addymail.com passmail.net passinbox.com passfwd.com passmail.com opayq.com 33mail.com ' +
    'erine.email ironvest.com mailer.me forwardemail.net'
  ).split(' '),
);

/** Names on the list of mail providers that offer no mailboxes today, or are listed by mistake. */
const notProviders = new Set(
  (
    'facebook.com example.com example.net example.org test.com test.de test.net yourdomain.com mydomain.com www.com ' +
    'alibaba.com go.com about.com geocities.com medscape.com space.com discovery.com ancestry.com techspot.com ' +
    'law.com casino.com geek.com doityourself.com name.com parrot.com nus.edu.sg unican.es sdf.org dailypioneer.com ' +
    'dnsmadeeasy.com mail-tester.com aver.com singpost.com games.com garbage.com oath.com depechemode.com ' +
    'easypost.com telstra.com alternativagratis.com msk.ru spb.ru web.id pp.ua za.com cu.cc f5.si fr.nf pe.hu ' +
    'dynu.net ddnsfree.com zp.ua islamonline.net scubadiving.com swissinfo.org metacrawler.com looksmart.com'
  ).split(' '),
);

/** Current providers that the list lacks. */
const alsoProviders = [
  'tuta.com',
  'tuta.io',
  'tutamail.com',
  'tutanota.com',
  'tutanota.de',
  'keemail.me',
  'pm.me',
  'fastmail.com',
  'hey.com',
  'posteo.de',
  'posteo.net',
  'mailfence.com',
  'disroot.org',
  'riseup.net',
  'googlemail.com',
  'ymail.com',
  'outlook.be',
  'outlook.fr',
  'hotmail.be',
  'live.be',
  'live.nl',
];

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
  const providers = new Set([...(all as string[]), ...alsoProviders]);
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
