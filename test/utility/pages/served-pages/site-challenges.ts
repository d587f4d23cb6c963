import { type Served, titled } from './served-page.ts';

/** Challenges that sites write themselves. */
export const siteChallenges: Readonly<Record<string, Served>> = {
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
  interruption: { html: titled('Pardon Our Interruption') },
  'browser check': { html: titled('Checking your browser before accessing example.com') },
  'security check': { html: titled('Security Check') },
  'robot check': { html: titled('Robot Check') },
  captcha: { html: titled('Captcha', '<form><img src="/captcha.png"><input name="code"></form>') },
  'enable javascript': { html: titled('Enable JavaScript and cookies to continue') },
  hcaptcha: { status: 403, html: titled('Human verification required', '<div class="h-captcha"></div>') },
  reddit: {
    status: 200,
    html: titled(
      'Reddit - Please wait for verification',
      '<form method="GET"><input type="hidden" name="solution"></form>',
    ),
  },
  'google sorry': {
    status: 429,
    html: '<html><head><title>https://www.google.com/search?q=x</title></head><body>Our systems have detected unusual traffic from your computer network.</body></html>',
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
  walmart: {
    html: titled(
      'Robot or human?',
      '<p>Activate and hold the button to confirm that you are human. Thank You!</p>',
    ),
  },
  'hcaptcha widget': {
    html: titled(
      'site.test',
      '<h1>Please verify you are a human</h1><div class="h-captcha" data-sitekey="x"></div>',
    ),
  },
  'recaptcha widget': {
    html: titled('Security Check', '<form><div class="g-recaptcha" data-sitekey="x"></div></form>'),
  },
  alibaba: {
    html: titled(
      '验证码拦截',
      '<script>window._config_ = {"action":"captcha"}</script><div id="nocaptcha"></div>',
    ),
  },
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
  'yandex redirected': {
    html: titled('Вы не робот?', '<form action="/checkcaptcha?key=x">'),
    final: 'https://ya.ru/showcaptcha?x',
  },
  duckduckgo: {
    status: 202,
    html: titled(
      'DuckDuckGo',
      '<div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div>',
    ),
  },
};
