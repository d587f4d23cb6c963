import { type Served, titled } from './served-pages/served-page.ts';

/** Walls and errors that can be recognised only by their title or heading, sent with status 200. */
export const wordedWalls: Readonly<Record<string, Served>> = {
  'cf french': { html: titled('Un instant…', '<p>Vérification de la sécurité de la connexion</p>') },
  'cf verifying': {
    html: titled(
      'www.example.com',
      '<h1>www.example.com</h1><p>Verifying you are human. This may take a few seconds.</p><p>Performance & security by Cloudflare</p>',
    ),
  },
  'cf ray block': {
    html: titled(
      'Attention Required! | Cloudflare',
      '<h1>Sorry, you have been blocked</h1><h2>You are unable to access example.com</h2>',
    ),
  },
  'recaptcha wall': {
    html: titled(
      'Site',
      '<h1>Let’s confirm you are human</h1><p>Complete the security check before continuing.</p><div class="g-recaptcha"></div>',
    ),
  },
  'not a robot': { html: titled('Site', '<h1>I’m not a robot</h1><div class="g-recaptcha"></div>') },
  prove: { html: titled('Shop', "<h1>Prove you're not a robot</h1>") },
  'temporarily blocked': {
    html: titled('Access Temporarily Blocked', '<p>Your IP has made too many requests.</p>'),
  },
  'ip banned': { html: titled('Forum', '<h1>Your IP address has been banned</h1>') },
  'ip blocked title': { html: titled('IP blocked', '<p>Contact us.</p>') },
  suspicious: {
    html: titled(
      'Site',
      '<h1>Suspicious activity detected</h1><p>We noticed suspicious activity from your network.</p>',
    ),
  },
  automated: { html: titled('Site', '<h1>We have detected automated access</h1>') },
  vpn: { html: titled('Site', '<h1>VPN or proxy detected</h1><p>Turn off your VPN to continue.</p>') },
  'ad block': {
    html: titled('News', '<h1>Please disable your ad blocker</h1><p>Our site is funded by ads.</p>'),
  },
  javascript: {
    html: titled(
      'App',
      '<h1>JavaScript is disabled</h1><p>You need to enable JavaScript to run this app.</p>',
    ),
  },
  'noscript title': { html: titled('Please enable JavaScript', '') },
  'waiting room': { html: titled('Waiting Room', '<h1>You are in the waiting room</h1>') },
  'high traffic': {
    html: titled('Shop', '<h1>We are experiencing high traffic</h1><p>You will be let in shortly.</p>'),
  },
  'spanish 404': { html: titled('Página no encontrada - Error 404') },
  'portuguese 404': { html: titled('Página não encontrada') },
  'polish 404': { html: titled('Nie znaleziono strony') },
  'turkish 404': { html: titled('Sayfa bulunamadı') },
  'swedish 404': { html: titled('Sidan hittades inte') },
  'chinese 404': { html: titled('页面不存在') },
  'chinese 404 b': { html: titled('404 - 找不到页面') },
  'korean 404': { html: titled('페이지를 찾을 수 없습니다') },
  'japanese 404': { html: titled('お探しのページは見つかりませんでした') },
  oops: { html: titled('Shop', "<h1>Oops! We can't find the page you're looking for</h1>") },
  gone: { html: titled('Content no longer available', '<h1>This content is no longer available</h1>') },
  'job gone': { html: titled('Jobs', '<h1>This job is no longer available</h1>') },
  'facebook gone': { html: titled('Facebook', "<h1>This content isn't available right now</h1>") },
  'instagram gone': { html: titled('Instagram', "<h1>Sorry, this page isn't available.</h1>") },
  youtube: { html: titled('Video unavailable', '') },
  'temporarily down': { html: titled('Site', '<h1>We’re temporarily down for maintenance</h1>') },
  'maintenance de': { html: titled('Wartungsarbeiten', '<h1>Wartungsarbeiten</h1>') },
  'maintenance fr': { html: titled('Site en maintenance', '') },
  'under construction': { html: titled('Under construction', '') },
  'index of': { html: titled('Apache HTTP Server Test Page powered by CentOS', '<h1>Testing 123..</h1>') },
  centos: {
    html: titled(
      'HTTP Server Test Page',
      '<p>This page is used to test the proper operation of the HTTP server</p>',
    ),
  },
  caddy: { html: titled('Caddy works!', '<h1>Congratulations!</h1>') },
  'tomcat default': {
    html: titled(
      'Apache Tomcat/9.0.65',
      "<h1>Apache Tomcat/9.0.65</h1><h2>If you're seeing this, you've successfully installed Tomcat. Congratulations!</h2>",
    ),
  },
  'login required': { html: titled('Login required', '<h1>Login required</h1>') },
  'members h1': { html: titled('Forum', '<h1>You must be logged in to view this page</h1>') },
  'forum guests': {
    html: titled('Forum', '<h1>You must be registered and signed in to view this content</h1>'),
  },
  'subscribe wall': {
    html: titled('Paper', '<h1>Subscribe to continue reading</h1><button>Subscribe</button>'),
  },
  private: { html: titled('Private site', '<h1>This site is currently private.</h1>') },
  'google sorry': {
    html: titled(
      'https://www.google.com/search?q=x',
      '<p>About this page: Our systems have detected unusual traffic from your computer network.</p>',
    ),
    final: 'https://www.google.com/sorry/index?continue=x',
    asked: 'https://www.google.com/search?q=x',
  },
  linkedin: {
    html: titled('Sign Up | LinkedIn', '<form></form>'),
    final: 'https://www.linkedin.com/authwall?trk=x',
    asked: 'https://www.linkedin.com/in/x',
  },
  'dutch dpg': {
    html: titled('Cookies op AD.nl', '<h1>Cookies op AD.nl</h1>'),
    final: 'https://myprivacy.dpgmedia.nl/consent?siteKey=x',
    asked: 'https://www.ad.nl/a',
  },
};

/** Short pages with similar wording. */
export const wordedPages: Readonly<Record<string, Served>> = {
  'short 1': { html: titled('Coming soon to cinemas', '<h1>Coming soon to cinemas</h1><p>Five films.</p>') },
  'short 2': { html: titled('Subscribe', '<h1>Subscribe to our newsletter</h1><p>Once per week.</p>') },
  'short 3': { html: titled('VPN guide', '<h1>VPN or proxy: which one?</h1><p>A short answer.</p>') },
  'short 4': { html: titled('Robots', '<h1>I’m not a robot: a story</h1><p>One.</p>') },
  'short 5': { html: titled('Maintenance plans', '<h1>Maintenance</h1><p>We service boilers.</p>') },
  'short 6': { html: titled('Construction', '<h1>Under construction: the new bridge</h1><p>Photos.</p>') },
  'short 7': { html: titled('Waiting rooms', '<h1>Waiting room design</h1><p>Chairs.</p>') },
  'short 8': {
    html: titled('JavaScript', '<h1>JavaScript is disabled: how to fix it</h1><p>Open the settings.</p>'),
  },
  'short 9': { html: titled('Jobs', '<h1>Jobs that are no longer available</h1><p>Lamplighter.</p>') },
  'short 10': { html: titled('Private', '<h1>Private site visits</h1><p>Book.</p>') },
  'short 11': { html: titled('Apache Tomcat 9 Migration Guide', '<p>Short.</p>') },
  'short 12': { html: titled('High traffic keywords', '<h1>High traffic keywords</h1><p>List.</p>') },
  'short 13': {
    html: titled('Ad blockers compared', '<h1>How to disable your ad blocker</h1><p>Steps.</p>'),
  },
  'short 14': { html: titled('Login', '<h1>Login required fields</h1><p>Name.</p>') },
  'short 15': { html: titled('Suspicious', '<h1>Suspicious activity report</h1><p>Form.</p>') },
  'short 16': { html: titled('Video', '<h1>Unavailable on video: ten films</h1><p>List.</p>') },
  'coming soon': { html: titled('Coming Soon | Odeon', '<h1>Coming soon</h1><p>Three films.</p>') },
  app: {
    html: titled(
      'App',
      '<div id="root"></div><noscript><h1>JavaScript is disabled</h1></noscript><script src="/a.js"></script>',
    ),
  },
};
