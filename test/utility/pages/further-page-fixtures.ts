import { prose, type Served, titled } from './page-fixtures.ts';

const passwordForm =
  '<form method="post"><input name="user"><input name="p" type="password"><button>OK</button></form>';

/** Further pages returned in place of the requested one. */
export const furtherBlocked: Record<string, Served> = {
  'cf fr': {
    html: titled(
      'Un instant…',
      '<div class="main-wrapper" role="main"><h1 class="zone-name-title h1">site.test</h1><p>Vérification que vous êtes humain. Cela peut prendre quelques secondes.</p></div>',
    ),
  },
  'cf pl': { html: titled('Jedna chwila…', '<h1>site.test</h1><p>Weryfikacja, czy jesteś człowiekiem</p>') },
  'cf tr': { html: titled('Bir dakika lütfen…', '<h1>site.test</h1>') },
  'cf it': { html: titled('Solo un momento…') },
  'cf pt-br': { html: titled('Só um momento…') },
  'cf zh-tw': { html: titled('請稍候...') },
  'cf ru': { html: titled('Один момент…') },
  'cf sv': { html: titled('Vänta ett ögonblick…') },
  'cf id': { html: titled('Tunggu sebentar...') },
  'cf ar': { html: titled('لحظة واحدة…') },
  'cf uk': { html: titled('Зачекайте…') },
  'cf cs': { html: titled('Okamžik…') },
  reddit: {
    status: 200,
    html: titled(
      'Reddit - Please wait for verification',
      '<form method="GET"><input type="hidden" name="solution"></form>',
    ),
  },
  'reddit blocked': {
    status: 403,
    html: titled('Blocked', "<h1>You've been blocked by network security.</h1>"),
  },
  'linkedin 999': {
    status: 999,
    html: '<html><head><script>window.onload=function(){var trk="bf"}</script></head></html>',
  },
  'linkedin authwall': {
    html: titled('Sign Up | LinkedIn', '<form><input type="password"></form>'),
    asked: 'https://www.linkedin.com/in/x',
    final: 'https://www.linkedin.com/authwall?trk=x',
  },
  'instagram login': {
    html: titled('Login • Instagram', '<div id="react-root"></div><script></script>'),
    asked: 'https://www.instagram.com/someone/',
    final: 'https://www.instagram.com/accounts/login/?next=/someone/',
  },
  'facebook login': {
    html: titled('Log into Facebook', '<form><input type="password"></form>'),
    asked: 'https://www.facebook.com/x',
    final: 'https://www.facebook.com/login/?next=x',
  },
  'facebook same url': {
    html: titled('Log in to Facebook', '<form><input name=email><input type="password" name="pass"></form>'),
    asked: 'https://www.facebook.com/x',
  },
  'google sorry': {
    status: 429,
    html: '<html><head><title>https://www.google.com/search?q=x</title></head><body>Our systems have detected unusual traffic from your computer network.</body></html>',
  },
  'google consent': {
    html: titled(
      'Before you continue to Google Search',
      '<form action="https://consent.google.com/save"></form>',
    ),
    asked: 'https://www.google.com/search?q=x',
    final: 'https://consent.google.com/ml?continue=x',
  },
  'amazon robot': {
    html: titled(
      'Amazon.com',
      '<h4>Enter the characters you see below</h4><form method="get" action="/errors/validateCaptcha" name=""></form>',
    ),
  },
  'amazon dogs': {
    status: 503,
    html: titled('Sorry! Something went wrong!', '<a href="/"><img alt="Sorry! Something went wrong"></a>'),
  },
  'amazon continue shopping': {
    html: titled(
      'Amazon.de',
      '<h4>Click the button below to continue shopping</h4><form method="get" action="/errors_page/validateCaptcha"><button>Continue shopping</button></form>',
    ),
  },
  perimeterx: {
    status: 403,
    html: titled('Access to this page has been denied', '<div id="px-captcha"></div>'),
  },
  'px 200': {
    html: titled(
      'Robot or human?',
      '<div id="px-captcha"></div><p>Activate and hold the button to confirm that you’re human.</p>',
    ),
  },
  walmart: {
    html: titled(
      'Robot or human?',
      '<p>Activate and hold the button to confirm that you are human. Thank You!</p>',
    ),
  },
  'etsy datadome': {
    status: 403,
    html: "<html lang=\"en\"><head><title>etsy.com</title><style>#cmsg{}</style></head><body style=\"margin:0\"><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script></body></html>",
  },
  'datadome 200': {
    html: '<html><head><title>site.test</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p></body></html>',
  },
  'hcaptcha generic': {
    html: titled(
      'site.test',
      '<h1>Please verify you are a human</h1><div class="h-captcha" data-sitekey="x"></div>',
    ),
  },
  'recaptcha generic': {
    html: titled('Security Check', '<form><div class="g-recaptcha" data-sitekey="x"></div></form>'),
  },
  'turnstile generic': {
    html: titled(
      'Verification',
      '<h1>Verifying your browser</h1><div class="cf-turnstile" data-sitekey="x"></div>',
    ),
  },
  'friendly captcha': {
    html: titled(
      'Bot check',
      '<h2>Bitte bestätigen Sie, dass Sie kein Roboter sind</h2><div class="frc-captcha"></div>',
    ),
  },
  'bunny shield': {
    html: titled(
      'Establishing a secure connection ...',
      '<p>Establishing a secure connection ...</p><script src="/.bunny-shield/assets/challenge.js"></script>',
    ),
  },
  gcore: { html: titled('Checking your browser', '<p>This process is automatic.</p>') },
  'haproxy captcha': { status: 200, html: titled('Captcha', '<form></form>') },
  'go-away': { html: titled('Checking you are not a bot', '<div>Powered by go-away</div>') },
  cerberus: {
    html: titled(
      'Making sure you&#39;re not a bot!',
      '<center><img src="/.within.website/x/cmd/anubis/static/img/pensive.webp"></center>',
    ),
  },
  'anubis error': {
    status: 500,
    html: titled(
      'Oh noes!',
      '<p>Access Denied: error code abc. <a href="https://anubis.techaro.lol">Protected by Anubis</a></p>',
    ),
  },
  'azure waf': {
    status: 403,
    html: '<html><head><title>403 Forbidden</title></head><body><center><h1>403 Forbidden</h1></center><hr><center>Microsoft-Azure-Application-Gateway/v2</center></body></html>',
  },
  'azure fd js challenge': {
    html: titled(
      'Azure WAF',
      '<p>Checking your browser before proceeding</p><script src="/.azwaf/jschallenge.js"></script>',
    ),
  },
  'incapsula frame': {
    html: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?SWJIYLWA=719"></script></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9"></iframe></body></html>',
  },
  'akamai bm': {
    html: '<html><head><meta http-equiv="refresh" content="5; URL=\'/page?bm-verify=AAQAAAA\'" /></head><body><script>var i=1;xhr.open("POST","/_sec/verify?provider=interstitial")</script></body></html>',
  },
  'akamai denied': {
    status: 403,
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don\'t have permission to access "http://x" on this server.<P>Reference #18.x</BODY></HTML>',
  },
  shape: {
    html: '<html><head><script src="/_bot/xyz.js"></script></head><body><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 123.</noscript></body></html>',
  },
  'alibaba punish': {
    html: titled(
      '验证码拦截',
      '<script>window._config_ = {"action":"captcha"}</script><div id="nocaptcha"></div>',
    ),
  },
  'tencent waf': { html: titled('安全验证', '<div id="tcaptcha"></div>') },
  'weibo visitor': {
    html: titled('Sina Visitor System', '<span>0%</span>'),
    asked: 'https://weibo.com/1',
    final: 'https://passport.weibo.com/visitor/visitor?entry=x',
  },
  zhihu: {
    status: 403,
    html: '{"error":{"message":"您当前请求存在异常，暂时限制本次访问。","code":40362}}',
    headers: { 'content-type': 'application/json' },
  },
  yandex: {
    html: titled('Вы не робот?', '<form action="/checkcaptcha?key=x">'),
    final: 'https://ya.ru/showcaptcha?x',
  },
  'ddg anomaly': {
    status: 202,
    html: titled(
      'DuckDuckGo',
      '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>',
    ),
  },
  'wordfence block': {
    status: 503,
    html: titled(
      'Your access to this site has been limited',
      '<p>Your access to this service has been limited. (HTTP response code 503)</p>',
    ),
  },
  'litespeed recaptcha': { status: 403, html: titled('Bot Verification', '<div class="g-recaptcha"></div>') },
  imunify: {
    html: titled(
      'One moment, please...',
      '<h1>Please wait while your request is being verified...</h1><form id="wsidchk-form" action="/z0f76a1d14fd21a8fb5fd0d03e0fdc3d3cedae52f"></form>',
    ),
  },
  'ovh waf': { html: titled('Captcha', '') },
  'sucuri js': {
    html: '<html><title>You are being redirected...</title><noscript>Javascript is required. Please enable javascript before you are allowed to see this page.</noscript><script>var s={},u,c,U,r,i,l=0,a,e=eval,w=String.fromCharCode,sucuri_cloudproxy_js="";</script></html>',
  },
  stackpath: {
    html: titled(
      'Site Verification',
      "<script>window.sbbvscc='';</script><noscript>This site requires JavaScript and cookies</noscript>",
    ),
  },
  'paywall consent tcf': {
    html: titled('Zustimmung erforderlich | ZEIT ONLINE', '<p>zeit.de mit Werbung</p>'),
    asked: 'https://www.zeit.de/a',
    final: 'https://www.zeit.de/zustimmung?url=x',
  },
  spiegel: {
    html: titled('Privacy Center - DER SPIEGEL', '<p>Weiterlesen mit Werbung</p>'),
    asked: 'https://www.spiegel.de/a',
    final: 'https://www.spiegel.de/privacy-center/',
  },
  'yahoo consent': {
    html: titled('Yahoo is part of the Yahoo family of brands', '<form class="consent-form"></form>'),
    asked: 'https://news.yahoo.com/a',
    final: 'https://consent.yahoo.com/v2/collectConsent?sessionId=1',
  },
  dpg: {
    html: titled('DPG Media Privacy Gate'),
    asked: 'https://www.ad.nl/a',
    final: 'https://myprivacy.dpgmedia.nl/consent?x',
  },
  mediahuis: {
    html: titled('Toestemming', '<p>Wij waarderen jouw privacy</p>'),
    asked: 'https://www.nieuwsblad.be/a',
    final: 'https://www.nieuwsblad.be/privacygate-confirm?x',
  },
  'age gate': {
    html: titled(
      'Age Verification',
      '<p>You must be 18 or over to enter this site.</p><button>I am 18</button>',
    ),
  },
  'geo block': {
    status: 451,
    html: titled(
      'Unavailable for legal reasons',
      '<p>We recognize you are attempting to access this website from a country belonging to the EEA.</p>',
    ),
  },
  'region 200': {
    html: titled('Not available in your region', '<p>This content is not available in your region.</p>'),
  },
  'wp maintenance': {
    status: 503,
    html: titled(
      'Maintenance',
      '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>',
    ),
  },
  'wp critical': {
    status: 500,
    html: '<!DOCTYPE html><html><head><title>WordPress &rsaquo; Error</title></head><body id="error-page"><div class="wp-die-message"><p>There has been a critical error on this website.</p></div></body></html>',
  },
  'wp db 200': { html: titled('Database Error', '<h1>Error establishing a database connection</h1>') },
  'laravel 419': { status: 419, html: titled('Page Expired', '<div>419</div>') },
  'cf 522': {
    status: 522,
    html: titled('site.test | 522: Connection timed out', '<div id="cf-error-details"></div>'),
  },
  'parked sedo': {
    html: titled(
      'site.test',
      '<script>window.park = "eyJ1dWlkIjo";</script><p>The domain site.test may be for sale.</p>',
    ),
  },
  'godaddy parked': {
    html: '<!DOCTYPE html><html><head><script>window.onload=function(){window.location.href="/lander"}</script></head></html>',
  },
  'cpanel suspended': {
    html: titled('Account Suspended', '<h1>Account Suspended</h1>'),
    final: 'https://site.test/cgi-sys/suspendedpage.cgi',
  },
  'vercel 404': {
    status: 200,
    html: titled('404: NOT_FOUND', '<p>Code: <code>DEPLOYMENT_NOT_FOUND</code></p>'),
  },
  'shopify pw': {
    html: titled('Opening soon', '<form action="/password"><input type="password"></form>'),
    final: 'https://site.test/password',
  },
  'sso saml': {
    html: titled(
      'Working...',
      '<form method="POST" name="hiddenform" action="https://idp.x/"><input type="hidden" name="SAMLRequest"></form>',
    ),
    final: 'https://login.microsoftonline.com/common/oauth2',
  },
  'cloudflare access': {
    html: titled('Sign in ・ Cloudflare Access', '<form></form>'),
    final: 'https://team.cloudflareaccess.com/cdn-cgi/access/login/site.test',
  },
  ezproxy: { html: titled('Library Login', passwordForm), final: 'https://login.proxy.uni.edu/login?url=x' },
  'captive portal': {
    html: titled('Welcome to Hotel WiFi', '<form><input type=password></form>'),
    final: 'http://192.0.2.1/login.html',
  },
  'jira login': {
    html: titled('Log in - Jira', passwordForm),
    final: 'https://site.test/login.jsp?os_destination=x',
  },
  'phpbb login': {
    html: titled(
      'Forum - Login',
      `<h2>The board requires you to be registered and logged in to view this forum.</h2>${passwordForm}`,
    ),
  },
};
/** Real pages that resemble them. */
export const furtherReal: Record<string, Served> = {
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
  'datadome tag': {
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
