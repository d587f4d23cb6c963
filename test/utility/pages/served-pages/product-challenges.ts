import { type Served, titled } from './served-page.ts';

/** Challenges of other products that protect sites. */
export const productChallenges: Readonly<Record<string, Served>> = {
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
  radware: {
    html: titled('Radware Bot Manager Captcha', '<script src="https://validate.perfdrive.com/x"></script>'),
  },
  fastly: { html: titled('Client Challenge', '<script src="/_fs-ch-1T1wmsGaOgGaSxcX/script.js"></script>') },
  qrator: { status: 401, html: '<html><script src="/__qrator/qauth_utm_v2.js"></script></html>' },
  perimeterx: {
    status: 403,
    html: titled('Access to this page has been denied', '<div id="px-captcha"></div>'),
  },
  'perimeterx with 200': {
    html: titled(
      'Robot or human?',
      '<div id="px-captcha"></div><p>Activate and hold the button to confirm that you’re human.</p>',
    ),
  },
  'etsy datadome': {
    status: 403,
    html: "<html lang=\"en\"><head><title>etsy.com</title><style>#cmsg{}</style></head><body style=\"margin:0\"><p id=\"cmsg\">Please enable JS and disable any ad blocker</p><script data-cfasync=\"false\">var dd={'rt':'c','cid':'x','host':'geo.captcha-delivery.com'}</script></body></html>",
  },
  'datadome 200': {
    html: '<html><head><title>site.test</title></head><body><p id="cmsg">Please enable JS and disable any ad blocker</p></body></html>',
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
  'azure front door': {
    html: titled(
      'Azure WAF',
      '<p>Checking your browser before proceeding</p><script src="/.azwaf/jschallenge.js"></script>',
    ),
  },
  'incapsula frame': {
    html: '<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><script src="/_Incapsula_Resource?SWJIYLWA=719"></script></head><body><iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9"></iframe></body></html>',
  },
  'akamai interstitial': {
    html: '<html><head><meta http-equiv="refresh" content="5; URL=\'/page?bm-verify=AAQAAAA\'" /></head><body><script>var i=1;xhr.open("POST","/_sec/verify?provider=interstitial")</script></body></html>',
  },
  'akamai denied': {
    status: 403,
    html: '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1>You don\'t have permission to access "http://x" on this server.<P>Reference #18.x</BODY></HTML>',
  },
  shape: {
    html: '<html><head><script src="/_bot/xyz.js"></script></head><body><noscript>Please enable JavaScript to view the page content.<br/>Your support ID is: 123.</noscript></body></html>',
  },
  'tencent waf': { html: titled('安全验证', '<div id="tcaptcha"></div>') },
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
};
