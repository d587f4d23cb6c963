import { nginxPage, type Served, titled } from './served-page.ts';

export const refusals: Readonly<Record<string, Served>> = {
  'nginx 403': { status: 403, html: nginxPage('403 Forbidden') },
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
  'reddit blocked': {
    status: 403,
    html: titled('Blocked', "<h1>You've been blocked by network security.</h1>"),
  },
  'linkedin 999': {
    status: 999,
    html: '<html><head><script>window.onload=function(){var trk="bf"}</script></head></html>',
  },
  'age gate': {
    html: titled(
      'Age Verification',
      '<p>You must be 18 or over to enter this site.</p><button>I am 18</button>',
    ),
  },
  'legal region': {
    status: 451,
    html: titled(
      'Unavailable for legal reasons',
      '<p>We recognize you are attempting to access this website from a country belonging to the EEA.</p>',
    ),
  },
  'region with 200': {
    html: titled('Not available in your region', '<p>This content is not available in your region.</p>'),
  },
};
