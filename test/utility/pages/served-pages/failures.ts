import { nginxPage, type Served, titled } from './served-page.ts';

const cloudflareError = (code: number, what: string) =>
  titled(
    `example.com | ${code}: ${what}`,
    `<div id="cf-wrapper"><div id="cf-error-details">${what} Error code ${code}</div></div>`,
  );

/** Errors of a site or its host, many of them with status 200. */
export const failures: Readonly<Record<string, Served>> = {
  'soft 404': { html: titled('404 Not Found', '<h1>Not Found</h1>') },
  'soft 404 words': {
    html: titled('Page not found | Shop', '<p>Sorry, the page you are looking for could not be found.</p>'),
  },
  'soft 404 German': { html: titled('Seite nicht gefunden', '<p>Leider.</p>') },
  'soft 503': { html: titled('503 Service Temporarily Unavailable') },
  'nginx 502': { status: 502, html: nginxPage('502 Bad Gateway') },
  'nginx 504': { status: 504, html: nginxPage('504 Gateway Time-out') },
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
  'wordpress maintenance': {
    status: 503,
    html: titled(
      'Maintenance',
      '<p>Briefly unavailable for scheduled maintenance. Check back in a minute.</p>',
    ),
  },
  'wordpress critical': {
    status: 500,
    html: '<!DOCTYPE html><html><head><title>WordPress &rsaquo; Error</title></head><body id="error-page"><div class="wp-die-message"><p>There has been a critical error on this website.</p></div></body></html>',
  },
  'wordpress database': {
    html: titled('Database Error', '<h1>Error establishing a database connection</h1>'),
  },
  'laravel 419': { status: 419, html: titled('Page Expired', '<div>419</div>') },
  'cloudflare 522 of a site': {
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
};
