import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Type } from 'typebox';
import { Refusal } from '../../platform/http/refusal.ts';
import { nullable } from '../../platform/http/schema.ts';
import { isPublicAddress } from '../../platform/outbound/address.ts';
import type { Dns } from '../../platform/outbound/dns.ts';
import { type NotRead, notReadField } from '../catalogue/call.ts';
import { dnsRefusal, skillErrors } from '../catalogue/errors.ts';
import { readDomain } from '../catalogue/params.ts';
import { skill } from '../catalogue/skill.ts';
import { asnTable } from '../registries/geo/asn-table.ts';
import { isAnycast, isHosting, isProxy, isVpn } from '../registries/geo/networks.ts';
import type { SkillTools } from './tools.ts';

const maybe = nullable(Type.String());
const maybeNumber = nullable(Type.Number());

const trueOrUnknown = (description: string) =>
  nullable(Type.Boolean({ description: `${description} Null if unknown.` }));

const source = {
  name: 'IP Geolocation by DB-IP',
  url: 'https://db-ip.com',
  licence: 'CC BY 4.0; AS numbers after RouteViews (routeviews.org), NRO (nro.net) and DB-IP',
};

export const ipGeo = skill<Pick<SkillTools, 'dns' | 'places'>>()({
  id: 'ip-geo',
  priceUsd: '0.003',
  does: 'Addresses of a name, with the estimated location and the network of the first.',
  params: Type.Object({
    domain: Type.String({
      minLength: 1,
      maxLength: 2_048,
      description: 'A domain name or an IP address; if you send a URL, its host is used.',
    }),
  }),
  value: 'domain',
  example: { domain: 'example.com' },
  output: Type.Object({
    domain: Type.String(),
    ip: Type.String({ description: 'The address that the other fields describe: the first public one.' }),
    ips: Type.Array(Type.String()),
    public: Type.Boolean({
      description: 'False for a reserved address, which has no location.',
    }),
    country: maybe,
    country_code: maybe,
    region: maybe,
    city: maybe,
    latitude: maybeNumber,
    longitude: maybeNumber,
    asn: nullable(Type.Integer()),
    isp: maybe,
    org: maybe,
    hosting: nullable(
      Type.Boolean({
        description: 'Whether the network hosts servers rather than end users; null if it is not known.',
      }),
    ),
    anycast: trueOrUnknown('Whether it is an anycast address, which has no single location.'),
    vpn: trueOrUnknown('Whether it belongs to a VPN service.'),
    proxy: trueOrUnknown('Whether it is a proxy or a privacy relay.'),
    source: Type.Object({
      name: Type.String(),
      url: Type.String(),
      licence: Type.String(),
      as_of: Type.String({ description: 'Date of the location data.' }),
      networks_as_of: Type.String(),
    }),
    not_read: notReadField,
  }),
  run: async ({ domain }, { dns, places }, { signal }) => {
    const { name, ips, notRead } = await lookUpAddresses(domain, dns, signal);
    const ip = ips.find(isPublicAddress) ?? ips[0] ?? '';
    const known = isPublicAddress(ip);
    const [{ place, asOf, noCity }, table] = await Promise.all([places.find(ip), asnTable()]);
    const network = known ? table.find(ip) : null;
    const anycast = known ? isAnycast(ip, network) : null;
    // The location of an anycast address is that of its owner, not of the server that responds.
    const placed = known && !anycast;
    return {
      domain: name,
      ip,
      ips,
      public: known,
      country: known ? place.country : null,
      country_code: known ? place.countryCode : null,
      region: placed ? place.region : null,
      city: placed ? place.city : null,
      latitude: placed ? place.latitude : null,
      longitude: placed ? place.longitude : null,
      asn: network?.asn ?? null,
      isp: network?.name ?? null,
      org: network?.name ?? null,
      hosting: network && isHosting(network),
      anycast,
      vpn: known ? isVpn(network) : null,
      proxy: known ? isProxy(ip, network) : null,
      source: { ...source, as_of: asOf, networks_as_of: table.asOf },
      not_read: placed && noCity ? { ...notRead, ...unread(noCity) } : notRead,
    };
  },
});

const unread = (reason: string): NotRead =>
  Object.fromEntries(['region', 'city', 'latitude', 'longitude'].map((field) => [field, reason]));

interface Addresses {
  readonly name: string;
  readonly ips: string[];
  readonly notRead: NotRead;
}

async function lookUpAddresses(sent: string, dns: Dns, signal: AbortSignal): Promise<Addresses> {
  const text = sent.trim();
  const host = (URL.parse(text)?.hostname || text).replaceAll(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !host.includes('%')) {
    const address = ipaddr.process(host).toString();
    return { name: address, ips: [address], notRead: {} };
  }
  const name = readDomain(text);
  const answer = await dns.resolveAddresses(name, signal);
  if (answer.ok) {
    const { records, unanswered } = answer;
    return {
      name,
      ips: records.map((each) => ipaddr.process(each).toString()),
      notRead: unanswered
        ? { ips: `the DNS lookup of the ${unanswered.type} records failed: ${unanswered.reason}` }
        : {},
    };
  }
  if (answer.reason === 'nxdomain' || answer.reason === 'nodata') {
    throw new Refusal(
      skillErrors.badTarget,
      `${name} has no address: ${answer.reason}`,
      'Send a name that has an A or AAAA record.',
    );
  }
  throw dnsRefusal(name, answer.reason);
}
