/** Pages returned in place of the requested one, as their makers write them (shortened), and real pages that resemble them. */
export interface Served {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly html: string;
  /** Where redirects ended, if not at the requested URL. */
  readonly final?: string;
  readonly asked?: string;
}

export const titled = (title: string, body = '<p>Please wait.</p>') =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;
export const prose = `<article>${'<p>It was a bright cold day in April, and the clocks were striking thirteen, as they do.</p>'.repeat(30)}</article>`;
const nginx = (line: string) =>
  `<html>\r\n<head><title>${line}</title></head>\r\n<body>\r\n<center><h1>${line}</h1></center>\r\n<hr><center>nginx/1.24.0</center>\r\n</body>\r\n</html>`;
const cloudflareError = (code: number, what: string) =>
  titled(
    `example.com | ${code}: ${what}`,
    `<div id="cf-wrapper"><div id="cf-error-details">${what} Error code ${code}</div></div>`,
  );
const password =
  '<form method="post"><input name="user"><input name="p" type="password"><button>OK</button></form>';

const challenges: Record<string, Served> = {
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
  datadome: {
    status: 403,
    html: titled(
      'shop.test',
      "<script>var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script>",
    ),
  },
  'datadome device check': {
    status: 403,
    headers: { 'x-datadome': 'protected' },
    html: '<html><body></body></html>',
  },
  imperva: {
    html: '<html><head><META NAME="robots"></head><iframe src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 1</iframe></html>',
  },
  'imperva script': {
    html: '<html style="height:100%"><head><script src="/_Incapsula_Resource?SWJIYLWA=719d34d31c8e3a6e6fffd425f7e032f3"></script></head><body></body></html>',
  },
  human: { status: 403, html: titled('Access to this page has been denied', '<div id="px-captcha"></div>') },
  'human with 200': {
    html: titled('Access to this page has been denied.', '<script>window._pxUuid="1";</script>'),
  },
  akamai: {
    status: 403,
    headers: { server: 'AkamaiGHost' },
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>Reference #18</BODY></HTML>',
  },
  'akamai edgesuite': {
    status: 403,
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY>https://errors.edgesuite.net/18.2</BODY></HTML>',
  },
  'akamai behavioural': { html: titled('Challenge Validation', '<div id="sec-if-cpt-container"></div>') },
  'aws waf': {
    status: 202,
    headers: { 'x-amzn-waf-action': 'challenge' },
    html: '<script>window.gokuProps = {}</script>',
  },
  'aws waf captcha': {
    status: 405,
    headers: { 'x-amzn-waf-action': 'captcha' },
    html: titled('Human Verification'),
  },
  'aws waf body': {
    status: 202,
    html: '<html><head><script>window.awsWafCookieDomainList = [];</script></head></html>',
  },
  'cloudfront block': {
    status: 403,
    html: '<HTML><HEAD><TITLE>ERROR: The request could not be satisfied</TITLE></HEAD><BODY><H1>403 ERROR</H1>Request blocked.</BODY></HTML>',
  },
  sucuri: {
    html: '<html><title>You are being redirected...</title><script>var s={},sucuri_cloudproxy_js="";</script></html>',
  },
  'sucuri block': { status: 403, html: titled('Sucuri WebSite Firewall - Access Denied') },
  'ddos-guard': { status: 403, headers: { server: 'ddos-guard' }, html: titled('DDoS-Guard') },
  'ddos-guard script': {
    html: titled('DDOS-GUARD', '<script src="https://check.ddos-guard.net/check.js"></script>'),
  },
  anubis: {
    html: titled(
      'Making sure you&#39;re not a bot!',
      '<script id="anubis_challenge" type="application/json">{}</script>',
    ),
  },
  kasada: { status: 429, html: '<script>window.KPSDK={};</script><script src="/149e/ips.js"></script>' },
  vercel: {
    status: 429,
    headers: { 'x-vercel-mitigated': 'challenge' },
    html: titled('Vercel Security Checkpoint'),
  },
  f5: {
    html: titled(
      'Request Rejected',
      'The requested URL was rejected. Please consult with your administrator.',
    ),
  },
  'f5 script': { html: '<html><head><script>window["bobcmn"] = "1011";</script></head><body></body></html>' },
  siteground: {
    status: 202,
    html: '<html><meta http-equiv="refresh" content="0;/.well-known/sgcaptcha/?r=%2F"></html>',
  },
  wordfence: {
    status: 503,
    html: titled('503', 'Your access to this site has been limited by the site owner'),
  },
  amazon: { html: titled('Amazon.com', '<form method="get" action="/errors/validateCaptcha"></form>') },
  google: {
    status: 429,
    html: titled(
      'https://www.google.com/search',
      'Our systems have detected unusual traffic from your computer network.',
    ),
  },
  yandex: { html: titled('Вы не робот?', '<form action="/checkcaptcha?key=1"></form>') },
  'yandex english': { html: titled('Are you not a robot?', '<div class="CheckboxCaptcha"></div>') },
  baidu: { html: titled('百度安全验证') },
  radware: {
    html: titled('Radware Bot Manager Captcha', '<script src="https://validate.perfdrive.com/x"></script>'),
  },
  interruption: { html: titled('Pardon Our Interruption') },
  fastly: { html: titled('Client Challenge', '<script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>') },
  qrator: { status: 401, html: '<html><script src="/__qrator/qauth_utm_v2.js"></script></html>' },
  'browser check': { html: titled('Checking your browser before accessing example.com') },
  'security check': { html: titled('Security Check') },
  'robot check': { html: titled('Robot Check') },
  captcha: { html: titled('Captcha', '<form><img src="/captcha.png"><input name="code"></form>') },
  'enable javascript': { html: titled('Enable JavaScript and cookies to continue') },
  hcaptcha: { status: 403, html: titled('Human verification required', '<div class="h-captcha"></div>') },
};

const refusals: Record<string, Served> = {
  'nginx 403': { status: 403, html: nginx('403 Forbidden') },
  'apache 403': {
    status: 403,
    html: titled(
      '403 Forbidden',
      "<h1>Forbidden</h1><p>You don't have permission to access this resource.</p><address>Apache Server</address>",
    ),
  },
  'too many': { status: 429, html: titled('Too Many Requests') },
  legal: {
    status: 451,
    html: titled('Unavailable For Legal Reasons', '<p>This content is not available in your country.</p>'),
  },
  linkedin: { status: 999, html: '<script>window.location="/authwall"</script>' },
  unauthorised: { status: 401, html: titled('Authorization Required') },
  payment: { status: 402, html: titled('Payment Required') },
  proxy: { status: 407, html: titled('Proxy Authentication Required') },
  'iis 403': { status: 403, html: titled('403 - Forbidden: Access is denied.') },
  'access denied': {
    html: titled('Access Denied', '<h1>Access Denied</h1><p>You are not authorized to access this page.</p>'),
  },
  'accès refusé': { html: titled('Accès refusé') },
  blocked: { html: titled('You have been blocked', '<p>Your IP address has been blocked.</p>') },
};

const consents: Record<string, Served> = {
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
};

const logins: Record<string, Served> = {
  members: { html: titled('Log in | The Club', password) },
  redirected: {
    asked: 'https://a.test/private',
    final: 'https://a.test/users/sign_in',
    html: titled('Sign in', password),
  },
  facebook: {
    asked: 'https://www.facebook.com/group',
    final: 'https://www.facebook.com/login/?next=group',
    html: titled('Log in to Facebook', password),
  },
  instagram: {
    asked: 'https://www.instagram.com/someone/',
    final: 'https://www.instagram.com/accounts/login/?next=x',
    html: titled('Login • Instagram', password),
  },
  microsoft: {
    asked: 'https://portal.test/',
    final: 'https://login.microsoftonline.com/common/oauth2/authorize',
    html: titled('Sign in to your account'),
  },
  googleAccounts: {
    asked: 'https://docs.google.com/document/d/1',
    final: 'https://accounts.google.com/v3/signin/identifier',
    html: titled('Google Docs: Sign-in'),
  },
  okta: {
    asked: 'https://intra.test/',
    final: 'https://intra.okta.com/app/x',
    html: titled('Intra - Sign In'),
  },
  wordpress: {
    asked: 'https://blog.test/wp-admin/',
    final: 'https://blog.test/wp-login.php?redirect_to=x',
    html: titled('Log In ‹ Blog — WordPress', password),
  },
  keycloak: {
    asked: 'https://app.test/x',
    final: 'https://id.app.test/realms/app/protocol/openid-connect/auth?client_id=a',
    html: titled('Sign in to App', password),
  },
  authwall: {
    asked: 'https://www.linkedin.com/in/someone',
    final: 'https://www.linkedin.com/authwall?trk=x',
    html: titled('Sign Up | LinkedIn', password),
  },
  anmelden: {
    asked: 'https://forum.test/thema',
    final: 'https://forum.test/anmelden',
    html: titled('Anmelden', password),
  },
  gitlab: {
    asked: 'https://gitlab.test/group/project',
    final: 'https://gitlab.test/users/sign_in',
    html: titled('Sign in · GitLab', password),
  },
};

const failures: Record<string, Served> = {
  'soft 404': { html: titled('404 Not Found', '<h1>Not Found</h1>') },
  'soft 404 words': {
    html: titled('Page not found | Shop', '<p>Sorry, the page you are looking for could not be found.</p>'),
  },
  'soft 404 German': { html: titled('Seite nicht gefunden', '<p>Leider.</p>') },
  'soft 503': { html: titled('503 Service Temporarily Unavailable') },
  'nginx 502': { status: 502, html: nginx('502 Bad Gateway') },
  'nginx 504': { status: 504, html: nginx('504 Gateway Time-out') },
  'apache 500': { status: 500, html: titled('500 Internal Server Error') },
  'cloudflare 521': { status: 521, html: cloudflareError(521, 'Web server is down') },
  'cloudflare 522': { status: 522, html: cloudflareError(522, 'Connection timed out') },
  'cloudflare 525': { status: 525, html: cloudflareError(525, 'SSL handshake failed') },
  database: { html: titled('Error establishing a database connection') },
  suspended: { html: titled('Account Suspended') },
  'nginx default': {
    html: titled(
      'Welcome to nginx!',
      '<h1>Welcome to nginx!</h1><p>If you see this page, the nginx web server is successfully installed and working.</p>',
    ),
  },
  'apache default': { html: titled('Apache2 Ubuntu Default Page: It works', '<p>It works!</p>') },
  maintenance: { html: titled('Under Maintenance') },
  'maintenance 503': { status: 503, html: titled('Shop', '<p>We are updating our shop.</p>') },
  'soft 404 in the headline': {
    html: titled('The Shop', '<h1>Sorry, this page could not be found.</h1><p>Try our search.</p>'),
  },
  heroku: { html: titled('Heroku | No such app') },
  'application error': { status: 503, html: titled('Application Error') },
};

const prefixed = (prefix: string, pages: Record<string, Served>) =>
  Object.entries(pages).map(([name, page]) => [`${prefix}: ${name}`, page] as const);

export const blockedPages: ReadonlyMap<string, Served> = new Map([
  ...prefixed('challenge', challenges),
  ...prefixed('refused', refusals),
  ...prefixed('consent', consents),
  ...prefixed('login', logins),
  ...prefixed('error', failures),
]);

/** Titles of real pages, short and long, that resemble those of walls; each is tried with little and with much text. */
const lookAlikes = [
  'Example Domain',
  'Just a moment: how challenges work',
  '404 things to do in Bruges',
  'Error handling in Go',
  'Wait to be seated: a restaurant guide',
  'Cookie policy',
  'Privacy notice',
  'Contact us',
  'Access control lists explained',
  'Security checks at airports',
  'How to fix 403 Forbidden',
  'What is a CAPTCHA?',
  'HTTP 404 - Wikipedia',
  'Sign in with Apple: developer guide',
  'Login forms done well',
  'Maintenance of old bicycles',
  'The Moment',
  'Are you human? A short story',
  'Humans | A film',
  'Blocked drains in London',
  'Too many cooks',
  'Page speed and what to do about it',
  'Our services',
  'Service status',
  'Domain names',
  'Attention is all you need',
  'Checking accounts compared',
  'Browser support',
  'Verification of mathematical proofs',
  'Robot vacuum cleaners',
  'Un momento con Ana',
  'Der Moment',
  'Anmeldung zum Kurs',
  'Connexion Internet par fibre',
  'Entrar en el mar',
  'Вход в лабиринт: рассказ',
  'ログインボーナスの話',
  'Welcome',
  'Hello, world',
  'Index of /pub/',
];

/** Pages that carry a sign of a wall beside their own text. */
const withSigns: Record<string, Served> = {
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
    html: titled('Club: log in or join', `${password}<p>Welcome.</p>`),
  },
  'login that was asked for': { asked: 'https://club.test/login', html: titled('Log in', password) },
  'login after a slash was added': {
    asked: 'https://club.test/login',
    final: 'https://club.test/login/',
    html: titled('Log in', password),
  },
  'account page': { asked: 'https://login.club.test/', html: titled('Sign in', password) },
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
};

export const realPages: ReadonlyMap<string, Served> = new Map([
  ...lookAlikes.flatMap((title) => [
    [`${title} (short)`, { html: titled(title, '<p>A few words of its own.</p>') }] as const,
    [`${title} (long)`, { html: titled(title, prose) }] as const,
  ]),
  ...Object.entries(withSigns),
]);
