import { passwordForm, prose, type Served, titled } from './served-page.ts';

/** Real pages that carry a sign of a wall beside their own text. */
export const pagesWithSigns: Readonly<Record<string, Served>> = {
  'a quoted challenge': {
    html: titled('Access Denied', `${prose}<pre>window._cf_chl_opt = captcha-delivery.com</pre>`),
  },
  'challenge script of an open page': {
    html: titled('A shop', `<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>${prose}`),
  },
  'short page with that script': {
    html: titled(
      'A small shop',
      '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script><p>We sell tea.</p>',
    ),
  },
  'home with a login form': {
    asked: 'https://club.test/',
    html: titled('Club: log in or join', `${passwordForm}<p>Welcome.</p>`),
  },
  'login that was asked for': { asked: 'https://club.test/login', html: titled('Log in', passwordForm) },
  'login after a slash was added': {
    asked: 'https://club.test/login',
    final: 'https://club.test/login/',
    html: titled('Log in', passwordForm),
  },
  'account page': { asked: 'https://login.club.test/', html: titled('Sign in', passwordForm) },
  empty: { html: '' },
  recaptcha: { html: titled('Contact us', '<form><div class="g-recaptcha"></div></form>') },
  'hcaptcha form': {
    html: titled('Write to us', '<form><div class="h-captcha"></div><textarea></textarea></form>'),
  },
  'datadome tag': { headers: { 'x-datadome': 'protected' }, html: titled('Shop', '<p>Shoes</p>') },
  'akamai server': { headers: { server: 'AkamaiGHost' }, html: titled('News', '<p>News</p>') },
  'ddos-guard server': { headers: { server: 'ddos-guard' }, html: titled('Forum', '<p>Posts</p>') },
  'perimeterx script': {
    html: titled('Shop', '<script src="https://client.px-cloud.net/PX1/main.min.js"></script><p>Shoes</p>'),
  },
  'incapsula article': { html: titled('What is an Incapsula incident ID', prose) },
  'a redirect to www': {
    asked: 'https://a.test/x',
    final: 'https://www.a.test/x',
    html: titled('X', '<p>X</p>'),
  },
  'a redirect to another language': {
    asked: 'https://a.test/',
    final: 'https://a.test/en/',
    html: titled('A', '<p>A</p>'),
  },
  'consent docs': {
    asked: 'https://docs.test/consent',
    html: titled('Consent API', '<p>How consent is kept.</p>'),
  },
  'consent docs moved': {
    asked: 'https://docs.test/consent-v1',
    final: 'https://docs.test/consent/',
    html: titled('Consent API', '<p>How consent is kept.</p>'),
  },
  'missing page': { status: 404, html: titled('Nothing here', '<p>No such page.</p>') },
  'article about captcha': { html: titled('What is a CAPTCHA and how does it work?', prose) },
  'blog just a moment': { html: titled('Just a moment: a short story', prose) },
  'short about page': { html: titled('About us', '<h1>About us</h1><p>We are a small bakery in Ghent.</p>') },
  'contact with turnstile': {
    html: titled(
      'Contact - Bakery',
      '<h1>Contact</h1><p>Write to us, we answer within two days.</p><form><div class="cf-turnstile" data-sitekey="x"></div></form>',
    ),
  },
  'contact with recaptcha': {
    html: titled(
      'Contact',
      '<h1>Contact us</h1><form><textarea></textarea><div class="g-recaptcha" data-sitekey="x"></div></form>',
    ),
  },
  'home with login form': {
    html: titled('Acme – Sign in or register', `<h1>Acme</h1>${passwordForm}`),
    asked: 'https://site.test/',
  },
  'login asked': { html: titled('Sign in', passwordForm), asked: 'https://site.test/login' },
  'docs on 403': { html: titled('403 Forbidden - HTTP | MDN', prose) },
  'status page doc': {
    html: titled(
      'HTTP 404 explained',
      '<h1>HTTP 404 explained</h1><p>The code means that nothing was found.</p>',
    ),
  },
  'band Blocked': { html: titled('Blocked Drains Ghent', '<h1>Blocked drains?</h1><p>Call us.</p>') },
  'privacy policy': { html: titled('Privacy policy', '<h1>Privacy policy</h1><p>We store nothing.</p>') },
  'cookie policy': {
    html: titled('Cookie policy', '<p>We use two cookies.</p>'),
    asked: 'https://site.test/cookie-policy',
  },
  'consent form doc': { html: titled('Informed consent form', '<p>Please read and sign.</p>') },
  'error film': { html: titled('Error (film) - Wiki', '<p>Error is a film.</p>') },
  'captcha product': { html: titled('hCaptcha - Stop bots', `<h1>Stop more bots.</h1>${prose}`) },
  'maintenance company': {
    html: titled('Maintenance services', '<h1>Maintenance services</h1><p>We maintain lifts.</p>'),
  },
  'nginx docs': { html: titled('Welcome to NGINX wiki', '<p>Docs.</p>') },
  '404 real': { status: 404, html: titled('Page not found - Bakery', '<p>No bread here.</p>') },
  'spa shell': {
    html: titled(
      'My app',
      '<div id="root"></div><script src="/app.js"></script><noscript>You need to enable JavaScript to run this app.</noscript>',
    ),
  },
  'cf protected email': {
    html: titled(
      'Team',
      '<p><a class="__cf_email__" data-cfemail="x">[email protected]</a></p><script src="/cdn-cgi/scripts/x/email-decode.min.js"></script>',
    ),
  },
  'cf challenge platform script in real page': {
    html: titled(
      'Shop',
      '<h1>Shop</h1><p>Buy</p><script>(function(){window.__CF$cv$params={r:"x"};var a=document.createElement("script");a.src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"})()</script>',
    ),
  },
  'datadome script': {
    html: titled(
      'News',
      '<h1>News of today</h1><p>Short.</p><script>!function(a,b,c,d,e,f){a.ddjskey=e}(window,document,"script","https://js.datadome.co/tags.js","KEY")</script>',
    ),
  },
  'px tag': { html: titled('News', '<h1>News of today</h1><script>window._pxAppId="PX1";</script>') },
  'imperva real': {
    html: titled('Bank', '<h1>Bank</h1><p>Rates</p>'),
    headers: { 'x-iinfo': '1-2', 'set-cookie': 'incap_ses_1=x' },
  },
  'kasada real': {
    html: titled(
      'Shop',
      '<h1>Shop</h1><script src="/149e9513-01fa-4fb0-aad4-566afd725d1b/2d206a39-8ed7-437e-a3be-862e0f06eea3/ips.js"></script>',
    ),
  },
  'age of empires': { html: titled('Age of Empires', '<p>A game</p>') },
  'please wait restaurant': { html: titled('Please Wait to be Seated | Restaurant', '<p>Menu</p>') },
  'under construction band': { html: titled('Be Right Back (Black Mirror) - review', '<p>A review.</p>') },
  'forum with login box': {
    html: titled('Topic: how to bake - Forum', `<h1>How to bake</h1><p>First, flour.</p>${passwordForm}`),
  },
  'wiki special login link': {
    html: titled('Bread - Wiki', '<a href="/login">Log in</a><p>Bread is food.</p>'),
  },
  'members page': { html: titled('Members', '<ul><li>Ann</li></ul>') },
  'access denied book': { html: titled('Access Denied: a novel | Books', '<p>By J. Doe. 12 EUR.</p>') },
  'security check service': { html: titled('Security Check Ltd – guards and alarms', '<p>Call us</p>') },
  'robot toys': { html: titled('Robot or Human? Toy store', '<p>Toys</p>') },
  'one moment song': { html: titled('One Moment in Time - Lyrics', '<p>Each day I live</p>') },
  'verify docs': { html: titled('Verify you are human - Help Center', prose) },
  json: { html: '{"title":"Just a moment..."}', headers: { 'content-type': 'application/json' } },
  '410': { status: 410, html: titled('Gone', '<p>Gone</p>') },
  'redirect to www': { html: titled('Bakery', '<p>Bread</p>'), final: 'https://www.site.test/page' },
  'auth blog path': {
    html: titled('OAuth explained', prose),
    asked: 'https://site.test/blog/auth',
    final: 'https://site.test/blog/auth/',
  },
  'moved to accounts doc': {
    html: titled('Accounts receivable basics', prose),
    final: 'https://site.test/accounts/basics',
  },
};
