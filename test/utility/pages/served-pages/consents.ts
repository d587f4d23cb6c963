import { type Served, titled } from './served-page.ts';

/** Pages that ask for consent before the requested one. */
export const consents: Readonly<Record<string, Served>> = {
  google: { html: titled('Before you continue to Google Search', '<form action="/save"></form>') },
  'youtube German': { html: titled('Bevor Sie zu YouTube weitergehen') },
  'google French': { html: titled('Avant d’accéder à Google') },
  'google host': {
    asked: 'https://www.google.com/maps',
    final: 'https://consent.google.com/ml?continue=x',
    html: titled('Google'),
  },
  yahoo: {
    asked: 'https://news.yahoo.com/story',
    final: 'https://consent.yahoo.com/v2/collectConsent?sessionId=3',
    html: titled('Yahoo is part of the Yahoo family of brands'),
  },
  guce: {
    asked: 'https://techcrunch.com/a',
    final: 'https://guce.techcrunch.com/consent',
    html: titled('Your privacy'),
  },
  'privacy gate': { html: titled('DPG Media Privacy Gate') },
  'dpg host': {
    asked: 'https://www.volkskrant.nl/a',
    final: 'https://myprivacy.dpgmedia.nl/consent?siteKey=V',
    html: titled('Volkskrant'),
  },
  'cookie wall': {
    asked: 'https://nieuws.test/artikel',
    final: 'https://nieuws.test/cookiewall/?url=artikel',
    html: titled('Nieuws'),
  },
  'values privacy': { html: titled('We value your privacy', '<button>Accept all</button>') },
  'google consent': {
    html: titled(
      'Before you continue to Google Search',
      '<form action="https://consent.google.com/save"></form>',
    ),
    asked: 'https://www.google.com/search?q=x',
    final: 'https://consent.google.com/ml?continue=x',
  },
  zeit: {
    html: titled('Zustimmung erforderlich | ZEIT ONLINE', '<p>zeit.de mit Werbung</p>'),
    asked: 'https://www.zeit.de/a',
    final: 'https://www.zeit.de/zustimmung?url=x',
  },
  spiegel: {
    html: titled('Privacy Center - DER SPIEGEL', '<p>Weiterlesen mit Werbung</p>'),
    asked: 'https://www.spiegel.de/a',
    final: 'https://www.spiegel.de/privacy-center/',
  },
  'yahoo form': {
    html: titled('Yahoo is part of the Yahoo family of brands', '<form class="consent-form"></form>'),
    asked: 'https://news.yahoo.com/a',
    final: 'https://consent.yahoo.com/v2/collectConsent?sessionId=1',
  },
  'dpg redirected': {
    html: titled('DPG Media Privacy Gate'),
    asked: 'https://www.ad.nl/a',
    final: 'https://myprivacy.dpgmedia.nl/consent?x',
  },
  mediahuis: {
    html: titled('Toestemming', '<p>Wij waarderen jouw privacy</p>'),
    asked: 'https://www.nieuwsblad.be/a',
    final: 'https://www.nieuwsblad.be/privacygate-confirm?x',
  },
};
