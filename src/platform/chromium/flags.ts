/** Size of the window in which pages are laid out. */
export const viewport = { width: 1_280, height: 800 } as const;

/** Parts of Chromium that contact services of their own, or bypass a proxy. */
const features = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'DnsOverHttps',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Translate',
  'WebTransport',
];
/** Pages of the browser's own window, which nobody sees here: loading them doubled the time of a page. */
export const windowFeatures = [
  'PreloadTopChromeWebUI',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/** Never `--no-sandbox`: a browser that cannot be sandboxed is not started. */
export function browserFlags({ profile, proxyPort }: { profile: string; proxyPort: number }): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    // Every request goes to the proxy, including those to the machine itself; the browser resolves no names.
    `--proxy-server=http://127.0.0.1:${proxyPort}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-client-side-phishing-detection',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-sync',
    '--metrics-recording-only',
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    `--disable-features=${[...features, ...windowFeatures].join(',')}`,
    '--disable-notifications',
    '--deny-permission-prompts',
    '--disable-file-system',
    '--disable-speech-api',
    '--mute-audio',
    '--password-store=basic',
    '--use-mock-keychain',
    '--disable-gpu',
    // A container often has 64 MB of shared memory, which is too little for a page.
    '--disable-dev-shm-usage',
    '--disk-cache-size=33554432',
    '--renderer-process-limit=4',
    '--js-flags=--max-old-space-size=256',
    '--hide-scrollbars',
    '--force-color-profile=srgb',
    '--lang=en-US',
    `--window-size=${viewport.width},${viewport.height}`,
    'about:blank',
  ];
}
