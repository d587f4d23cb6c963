/** Providers by the suffix of a host name. Maintained by hand. */
type Endings = readonly (readonly [ending: string, name: string])[];

const mail: Endings = [
  ['google.com', 'Google Workspace'],
  ['googlemail.com', 'Google Workspace'],
  ['outlook.com', 'Microsoft 365'],
  ['mx.microsoft', 'Microsoft 365'],
  ['office365.us', 'Microsoft 365'],
  ['protonmail.ch', 'Proton Mail'],
  ['zoho.com', 'Zoho Mail'],
  ['zoho.eu', 'Zoho Mail'],
  ['messagingengine.com', 'Fastmail'],
  ['icloud.com', 'iCloud Mail'],
  ['yandex.net', 'Yandex Mail'],
  ['yandex.ru', 'Yandex Mail'],
  ['mail.ru', 'Mail.ru'],
  ['mimecast.com', 'Mimecast'],
  ['pphosted.com', 'Proofpoint'],
  ['ppe-hosted.com', 'Proofpoint Essentials'],
  ['messagelabs.com', 'Broadcom Email Security'],
  ['barracudanetworks.com', 'Barracuda'],
  ['iphmx.com', 'Cisco Secure Email'],
  ['mailspamprotection.com', 'SiteGround'],
  ['mxrecord.io', 'Sophos Email'],
  ['hornetsecurity.com', 'Hornetsecurity'],
  ['antispameurope.com', 'Hornetsecurity'],
  ['spamexperts.com', 'SpamExperts'],
  ['ovh.net', 'OVHcloud'],
  ['one.com', 'one.com'],
  ['transip.email', 'TransIP'],
  ['transip.nl', 'TransIP'],
  ['combell.com', 'Combell'],
  ['mailprotect.be', 'Combell'],
  ['telenet-ops.be', 'Telenet'],
  ['telenet.be', 'Telenet'],
  ['proximus.be', 'Proximus'],
  ['kpnmail.nl', 'KPN'],
  ['mijndomein.nl', 'Mijndomein'],
  ['hostnet.nl', 'Hostnet'],
  ['gandi.net', 'Gandi'],
  ['infomaniak.ch', 'Infomaniak'],
  ['kundenserver.de', 'IONOS'],
  ['ionos.com', 'IONOS'],
  ['strato.de', 'Strato'],
  ['rzone.de', 'Strato'],
  ['mailbox.org', 'mailbox.org'],
  ['tutanota.de', 'Tuta'],
  ['migadu.com', 'Migadu'],
  ['secureserver.net', 'GoDaddy'],
  ['registrar-servers.com', 'Namecheap'],
  ['privateemail.com', 'Namecheap'],
  ['titan.email', 'Titan'],
  ['hostinger.com', 'Hostinger'],
  ['amazonaws.com', 'Amazon WorkMail or SES'],
  ['awsapps.com', 'Amazon WorkMail'],
  ['mailgun.org', 'Mailgun'],
  ['sendgrid.net', 'Twilio SendGrid'],
  ['cloudflare.net', 'Cloudflare Email Routing'],
  ['improvmx.com', 'ImprovMX'],
  ['forwardemail.net', 'Forward Email'],
  ['mailinator.com', 'Mailinator'],
];

const nameServers: Endings = [
  ['cloudflare.com', 'Cloudflare DNS'],
  ['googledomains.com', 'Google Domains'],
  ['azure-dns.com', 'Azure DNS'],
  ['azure-dns.net', 'Azure DNS'],
  ['nsone.net', 'NS1'],
  ['dnsimple.com', 'DNSimple'],
  ['digitalocean.com', 'DigitalOcean DNS'],
  ['domaincontrol.com', 'GoDaddy DNS'],
  ['registrar-servers.com', 'Namecheap DNS'],
  ['ovh.net', 'OVHcloud DNS'],
  ['gandi.net', 'Gandi DNS'],
  ['transip.net', 'TransIP DNS'],
  ['transip.nl', 'TransIP DNS'],
  ['combell.net', 'Combell DNS'],
  ['akam.net', 'Akamai DNS'],
  ['ultradns.net', 'UltraDNS'],
  ['hetzner.com', 'Hetzner DNS'],
  ['vercel-dns.com', 'Vercel DNS'],
  ['wixdns.net', 'Wix'],
  ['squarespacedns.com', 'Squarespace'],
];

const isBelow = (host: string, ending: string) => `.${host}`.endsWith(`.${ending}`);

/** By the preferred mail host; null if the provider is unknown. */
export function detectMailProvider(exchanges: readonly string[]): string | null {
  for (const host of exchanges) {
    const found = mail.find(([ending]) => isBelow(host, ending));
    if (found) return found[1];
  }
  return null;
}

export function detectDnsProvider(servers: readonly string[]): string | null {
  for (const server of servers) {
    const host = server.toLowerCase().replace(/\.$/, '');
    if (/(?:^|\.)awsdns-\d+\./.test(host)) return 'Amazon Route 53';
    const found = nameServers.find(([ending]) => isBelow(host, ending));
    if (found) return found[1];
  }
  return null;
}
