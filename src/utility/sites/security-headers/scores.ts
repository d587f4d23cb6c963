/**
 * Score and meaning of each result. The scores are those of Mozilla's HTTP Observatory (1.6), so that grades
 * match; the texts are ours.
 */
export const scores: Readonly<Record<string, readonly [modifier: number, note: string]>> = {
  'csp-implemented-with-no-unsafe-default-src-none': [
    10,
    "A policy without unsafe sources that starts from default-src 'none'.",
  ],
  'csp-implemented-with-no-unsafe': [5, 'A policy without unsafe sources.'],
  'csp-implemented-with-unsafe-inline-in-style-src-only': [
    0,
    'The policy is safe except for styles, which may be inline or come from anywhere.',
  ],
  'csp-implemented-with-insecure-scheme-in-passive-content-only': [
    -10,
    'The policy lets images or media come over http.',
  ],
  'csp-implemented-with-unsafe-eval': [-10, "The policy lets scripts evaluate text as code ('unsafe-eval')."],
  'csp-implemented-with-unsafe-inline': [
    -20,
    'The policy lets scripts be inline or come from data: or anywhere, or does not restrict objects.',
  ],
  'csp-implemented-with-insecure-scheme': [
    -20,
    'The policy lets scripts or other active content come over http.',
  ],
  'csp-header-invalid': [-25, 'The policy cannot be parsed.'],
  'csp-not-implemented': [-25, 'There is no content security policy.'],
  'csp-not-implemented-but-reporting-enabled': [-25, 'The policy is report-only and blocks nothing.'],
  'csp-implemented-but-duplicate-directives': [0, 'The policy is safe; a reporting directive occurs twice.'],
  'cookies-secure-with-httponly-sessions-and-samesite': [
    5,
    'All cookies are Secure and SameSite, those of sessions HttpOnly.',
  ],
  'cookies-secure-with-httponly-sessions': [0, 'All cookies are Secure, those of sessions HttpOnly.'],
  'cookies-not-found': [0, 'No cookies are set.'],
  'cookies-without-secure-flag-but-protected-by-hsts': [
    -5,
    'A cookie is not Secure, though HSTS keeps it from http.',
  ],
  'cookies-session-without-secure-flag-but-protected-by-hsts': [
    -10,
    'A session cookie is not Secure, though HSTS keeps it from http.',
  ],
  'cookies-without-secure-flag': [-20, 'A cookie is not Secure.'],
  'cookies-samesite-flag-invalid': [-20, "A cookie's SameSite is not a known value, or None without Secure."],
  'cookies-anticsrf-without-samesite-flag': [-20, 'A cookie against forged requests has no SameSite.'],
  'cookies-session-without-httponly-flag': [-30, 'A session cookie is not HttpOnly.'],
  'cookies-session-without-secure-flag': [-40, 'A session cookie is not Secure.'],
  'cross-origin-resource-sharing-not-implemented': [0, 'Other origins may not read its responses.'],
  'cross-origin-resource-sharing-implemented-with-public-access': [
    0,
    'Any origin may read its responses, without credentials.',
  ],
  'cross-origin-resource-sharing-implemented-with-restricted-access': [
    0,
    'Certain origins may read its responses.',
  ],
  'cross-origin-resource-sharing-implemented-with-universal-access': [
    -50,
    'Any origin may read its responses with the credentials of the visitor.',
  ],
  'redirection-all-redirects-preloaded': [0, 'Every host of the redirect chain is in the HSTS preload list.'],
  'redirection-to-https': [0, 'The first redirect leads to https on the same host.'],
  'redirection-not-needed-no-http': [0, 'The site does not respond over http.'],
  'redirection-off-host-from-http': [-5, 'The first redirect leaves the host before it is https.'],
  'redirection-not-to-https-on-initial-redirection': [
    -10,
    'It ends at https, but the first redirect goes to http again.',
  ],
  'redirection-not-to-https': [-20, 'The redirects end at http.'],
  'redirection-missing': [-20, 'Requests over http are not redirected to https.'],
  'redirection-invalid-cert': [-20, 'The redirect leads to a certificate that is not trusted.'],
  'referrer-policy-private': [5, 'Other sites get at most the origin.'],
  'referrer-policy-not-implemented': [0, 'No policy; browsers use strict-origin-when-cross-origin.'],
  'referrer-policy-unsafe': [-5, 'Other sites get more than they need, or get it over http.'],
  'referrer-policy-header-invalid': [-5, 'The referrer policy is not a known value.'],
  'hsts-preloaded': [5, 'The host is in the HSTS preload list.'],
  'hsts-implemented-max-age-at-least-six-months': [0, 'Browsers use https only for six months or longer.'],
  'hsts-implemented-max-age-less-than-six-months': [-10, 'Browsers use https only for less than six months.'],
  'hsts-not-implemented': [-20, 'There is no Strict-Transport-Security.'],
  'hsts-header-invalid': [-20, 'Strict-Transport-Security cannot be read.'],
  'hsts-not-implemented-no-https': [-20, 'The site does not respond over https.'],
  'hsts-invalid-cert': [-20, 'The certificate is not trusted, so browsers ignore HSTS.'],
  'sri-implemented-and-all-scripts-loaded-securely': [
    5,
    'All scripts, including those of the site itself, have integrity hashes and load over https.',
  ],
  'sri-implemented-and-external-scripts-loaded-securely': [
    5,
    'Scripts of other sites have integrity hashes and load over https.',
  ],
  'sri-not-implemented-response-not-html': [0, 'The response is not HTML.'],
  'sri-not-implemented-but-no-scripts-loaded': [0, 'The page has no scripts.'],
  'sri-not-implemented-but-all-scripts-loaded-from-secure-origin': [0, 'All scripts are of the site itself.'],
  'sri-not-implemented-but-external-scripts-loaded-securely': [
    -5,
    'Scripts of other sites load over https, but without integrity hashes.',
  ],
  'sri-implemented-but-external-scripts-not-loaded-securely': [
    -20,
    'Scripts of other sites have integrity hashes, but load over http or //.',
  ],
  'sri-not-implemented-and-external-scripts-not-loaded-securely': [
    -50,
    'Scripts of other sites load over http or //, without integrity hashes.',
  ],
  'x-content-type-options-nosniff': [0, 'Browsers use the content type as sent.'],
  'x-content-type-options-not-implemented': [-5, 'There is no X-Content-Type-Options.'],
  'x-content-type-options-header-invalid': [-5, 'X-Content-Type-Options is not nosniff.'],
  'x-frame-options-implemented-via-csp': [
    5,
    'The frame-ancestors directive of the policy says who may frame it.',
  ],
  'x-frame-options-sameorigin-or-deny': [5, 'Other sites may not frame it.'],
  'x-frame-options-allow-from-origin': [0, "ALLOW-FROM is passed over by today's browsers."],
  'x-frame-options-not-implemented': [-20, 'Any site may frame it.'],
  'x-frame-options-header-invalid': [-20, 'X-Frame-Options is not a known value.'],
  'corp-header-invalid': [-5, 'Cross-Origin-Resource-Policy is not a known value.'],
  'corp-implemented-with-cross-origin': [0, 'Any site may embed it.'],
  'corp-implemented-with-same-origin': [10, 'Only its own origin may embed it.'],
  'corp-implemented-with-same-site': [10, 'Only its own site may embed it.'],
  'corp-not-implemented': [0, 'No policy; browsers treat it as cross-origin.'],
  'coep-implemented-with-require-corp': [10, 'It embeds only resources that allow it.'],
  'coep-implemented-with-credentialless': [10, 'It embeds other resources without credentials.'],
  'coep-implemented-with-unsafe-none': [0, 'It may embed any resource.'],
  'coep-not-implemented': [0, 'No policy; browsers treat it as unsafe-none.'],
  'coep-header-invalid': [-5, 'Cross-Origin-Embedder-Policy is not a known value.'],
  'coop-implemented-with-same-origin': [10, 'Pages of other origins cannot access its window.'],
  'coop-implemented-with-same-origin-allow-popups': [10, 'Only windows that it opened can access it.'],
  'coop-implemented-with-noopener-allow-popups': [10, 'It has no access to the window that opened it.'],
  'coop-implemented-with-unsafe-none': [0, 'Pages that open it can access its window.'],
  'coop-not-implemented': [0, 'No policy; browsers treat it as unsafe-none.'],
  'coop-header-invalid': [-5, 'Cross-Origin-Opener-Policy is not a known value.'],
};

/** Advice for a test that costs points, keyed by the prefix of its results. */
export const advice: Readonly<Record<string, string>> = {
  csp: "Send a Content-Security-Policy without 'unsafe-inline', 'unsafe-eval' and broad sources; start from default-src 'none' and allow scripts by nonce or hash.",
  cookies: 'Set every cookie with Secure and SameSite, those of sessions with HttpOnly too.',
  'cross-origin-resource-sharing':
    'Do not reflect every Origin together with Access-Control-Allow-Credentials: true.',
  redirection: 'Redirect http to https on the same host at once, then anywhere else.',
  'referrer-policy': 'Send Referrer-Policy: strict-origin-when-cross-origin, or stricter.',
  hsts: 'Send Strict-Transport-Security: max-age=63072000; includeSubDomains; preload over https with a trusted certificate.',
  sri: 'Load scripts of other sites over https and with integrity attributes.',
  'x-content-type-options': 'Send X-Content-Type-Options: nosniff.',
  'x-frame-options':
    "Send Content-Security-Policy: frame-ancestors 'none' (or 'self'), and X-Frame-Options: DENY for old browsers.",
  corp: 'Send Cross-Origin-Resource-Policy: same-origin, same-site or cross-origin.',
  coep: 'Send Cross-Origin-Embedder-Policy: require-corp, credentialless or unsafe-none.',
  coop: 'Send Cross-Origin-Opener-Policy: same-origin, same-origin-allow-popups or unsafe-none.',
};
