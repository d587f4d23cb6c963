/**
 * Top-level domains missing from the RDAP bootstrap registry. Some have an RDAP server nevertheless; the others only support
 * WHOIS.
 */
export const overrides: Readonly<Record<string, string>> = {
  ac: 'https://rdap.identitydigital.services/rdap/',
  ch: 'https://rdap.nic.ch/',
  co: 'https://rdap.nic.co/',
  de: 'https://rdap.denic.de/',
  io: 'https://rdap.identitydigital.services/rdap/',
  li: 'https://rdap.nic.li/',
  me: 'https://rdap.identitydigital.services/rdap/',
  nl: 'https://rdap.sidn.nl/',
  sh: 'https://rdap.identitydigital.services/rdap/',
  at: 'whois://whois.nic.at/',
  be: 'whois://whois.dns.be/',
  bg: 'whois://whois.register.bg/',
  cn: 'whois://whois.cnnic.cn/',
  dk: 'whois://whois.punktum.dk/',
  ee: 'whois://whois.tld.ee/',
  eu: 'whois://whois.eu/',
  hr: 'whois://whois.dns.hr/',
  hu: 'whois://whois.nic.hu/',
  ie: 'whois://whois.weare.ie/',
  it: 'whois://whois.nic.it/',
  jp: 'whois://whois.jprs.jp/',
  kr: 'whois://whois.kr/',
  lt: 'whois://whois.domreg.lt/',
  lu: 'whois://whois.dns.lu/',
  lv: 'whois://whois.nic.lv/',
  pt: 'whois://whois.dns.pt/',
  ro: 'whois://whois.rotld.ro/',
  ru: 'whois://whois.tcinet.ru/',
  se: 'whois://whois.iis.se/',
  sk: 'whois://whois.sk-nic.sk/',
  ua: 'whois://whois.ua/',
  us: 'whois://whois.nic.us/',
};

/** Returns the WHOIS server of any other top-level domain. */
export const ianaWhoisHost = 'whois.iana.org';
