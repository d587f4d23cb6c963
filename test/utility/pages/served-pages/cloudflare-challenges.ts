import { type Served, titled } from './served-page.ts';

/** Pages that Cloudflare returns in place of the requested one, in the languages it writes. */
export const cloudflareChallenges: Readonly<Record<string, Served>> = {
  cloudflare: {
    status: 403,
    headers: { 'cf-mitigated': 'challenge', server: 'cloudflare' },
    html: titled('Just a moment...', '<script>window._cf_chl_opt={cvId:"3"}</script>'),
  },
  'cloudflare without the header': {
    status: 403,
    html: titled(
      'Just a moment...',
      '<script>(function(){window._cf_chl_opt = {cType: "managed"};})()</script>',
    ),
  },
  'cloudflare with 200': { html: titled('Just a moment&hellip;') },
  'cloudflare under attack': {
    status: 503,
    html: titled('Just a moment...', '<div class="cf-browser-verification cf-im-under-attack"></div>'),
  },
  'cloudflare German': { status: 503, html: titled('Nur einen Moment…') },
  'cloudflare Spanish': { html: titled('Un momento…') },
  'cloudflare Japanese': { html: titled('少々お待ちください...') },
  'cloudflare Korean': { html: titled('잠시만 기다리십시오…') },
  'cloudflare Chinese': { html: titled('请稍候…') },
  'cloudflare Dutch': { html: titled('Een moment geduld…') },
  'cloudflare ban': {
    status: 403,
    html: titled('Attention Required! | Cloudflare', '<div id="cf-error-details">'),
  },
  'cloudflare 1020': {
    status: 403,
    html: titled(
      'Access denied | example.com used Cloudflare to restrict access',
      '<div id="cf-error-details">Error 1020</div>',
    ),
  },
  'cloudflare rate limit': { status: 429, html: titled('Error 1015', 'You are being rate limited') },
  turnstile: {
    html: titled('Verifying you are human. This may take a few seconds.', '<div id="cf-chl-widget-x"></div>'),
  },
  'cloudflare French': {
    html: titled(
      'Un instant…',
      '<div class="main-wrapper" role="main"><h1 class="zone-name-title h1">site.test</h1><p>Vérification que vous êtes humain. Cela peut prendre quelques secondes.</p></div>',
    ),
  },
  'cloudflare Polish': {
    html: titled('Jedna chwila…', '<h1>site.test</h1><p>Weryfikacja, czy jesteś człowiekiem</p>'),
  },
  'cloudflare Turkish': { html: titled('Bir dakika lütfen…', '<h1>site.test</h1>') },
  'cloudflare Italian': { html: titled('Solo un momento…') },
  'cloudflare Portuguese': { html: titled('Só um momento…') },
  'cloudflare Taiwanese': { html: titled('請稍候...') },
  'cloudflare Russian': { html: titled('Один момент…') },
  'cloudflare Swedish': { html: titled('Vänta ett ögonblick…') },
  'cloudflare Indonesian': { html: titled('Tunggu sebentar...') },
  'cloudflare Arabic': { html: titled('لحظة واحدة…') },
  'cloudflare Ukrainian': { html: titled('Зачекайте…') },
  'cloudflare Czech': { html: titled('Okamžik…') },
  'turnstile widget': {
    html: titled(
      'Verification',
      '<h1>Verifying your browser</h1><div class="cf-turnstile" data-sitekey="x"></div>',
    ),
  },
};
