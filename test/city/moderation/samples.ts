import { createHash, generateKeyPairSync } from 'node:crypto';
import { base32, base58, bech32, createBase58check } from '@scure/base';
import { entropyToMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { makeSecret } from '../../../src/platform/keys/secret.ts';
import { Seeded } from './seeded.ts';

/** A credential of a kind, generated for every test: none is in this repository, and prefixes are split in two. */
export interface Sample {
  readonly kind: string;
  readonly text: string;
}

/** A part of a credential that occurs nowhere else. */
export function markOf({ text }: Sample): string {
  const words = text.split(/[\s"'=,\\]+/);
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  return longest.length >= 16 ? longest.slice(-24) : text.slice(0, 40);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

/** One sample of every screened kind and spelling, from one seed. */
export function samples(seed = 1): Sample[] {
  const random = new Seeded(seed);
  const { base62, hex, url, upper, lower, digits } = random.alphabets();
  const uuid = () => `${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`;
  const rows: [kind: string, ...texts: string[]][] = [
    ['a kith_sk_ key of kith', makeSecret('kith_sk')],
    ['a kith_ally_ key of kith', makeSecret('kith_ally')],
    ['a kith_rc_ recovery code of kith', makeSecret('kith_rc')],
    [
      'an AWS access key',
      `AK${'IA'}${random.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
      `AS${'IA'}${random.of('ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 16)}`,
    ],
    ['an AWS secret key', `aws_secret_access_key = ${base62(38)}/Z`],
    ['a Google API key', `AI${'za'}${url(35)}`],
    ['a Google OAuth client secret', `GOC${'SPX-'}${url(28)}`],
    ['a Google OAuth token', `ya${'29.'}${url(60)}`],
    ['a Google refresh token', `1/${'/0'}${url(60)}`],
    ['a DigitalOcean token', `do${'p_v1_'}${hex(64)}`],
    ['a Cloudflare origin key', `v1${'.0-'}${hex(24)}-${hex(146)}`],
    ['a Cloudflare token', `CLOUDFLARE_API_TOKEN=${url(40)}`],
    ['a Heroku API key', `HR${'KU-'}AA${url(58)}`, `HEROKU_API_KEY=${uuid()}`],
    ['an Alibaba Cloud access key', `LT${'AI'}${base62(20)}`],
    ['a Tencent Cloud access key', `AK${'ID'}${base62(32)}`],
    ['a Fly.io token', `fm${'2_'}${base62(80)}`],
    ['a Netlify token', `nf${'p_'}${base62(36)}`],
    ['a Render API key', `rn${'d_'}${base62(32)}`],
    ['a Supabase key', `sb${'p_'}${hex(40)}`],
    ['a Supabase secret key', `sb_${'secret_'}${url(31)}`],
    ['a PlanetScale credential', `pscale_${'tkn_'}${url(43)}`],
    ['a Databricks token', `da${'pi'}${hex(32)}`],
    ['a Tailscale key', `tskey-${'auth-'}${base62(12)}-${base62(32)}`],
    ['an Azure client secret', `${url(3)}8${'Q~'}${base62(34)}`],
    [
      'an Azure storage key',
      `DefaultEndpointsProtocol=https;AccountName=a;Account${'Key='}${base62(86)}==;EndpointSuffix=core.windows.net`,
    ],
    ['an Azure service bus key', `SharedAccessKeyName=Root;SharedAccess${'Key='}${base62(43)}=`],
    [
      'an Azure SAS token',
      `https://a.blob.core.windows.net/c/b?sv=2024-11-04&se=2026-12-01T00%3A00%3A00Z&sr=b&sp=r&si${'g='}${base62(40)}%2B${base62(2)}%3D`,
    ],
    ['a GitHub token', `gh${'p_'}${base62(36)}`],
    ['a GitHub fine-grained token', `github${'_pat_'}${base62(22)}_${base62(59)}`],
    ['a GitHub app token', `gh${'s_'}${base62(36)}`, `gh${'o_'}${base62(36)}`],
    ['a GitLab token', `gl${'pat-'}${url(20)}`, `gl${'rt-'}${url(20)}`],
    ['a Bitbucket app password', `AT${'BB'}${base62(32)}`],
    ['an Atlassian token', `ATA${'TT3'}${url(180)}`],
    ['an npm token', `np${'m_'}${base62(36)}`],
    ['a PyPI token', `py${'pi-'}AgEIcHlwaS5vcmc${url(120)}`],
    ['a RubyGems key', `ruby${'gems_'}${hex(48)}`],
    ['a crates.io token', `ci${'o'}${base62(32)}`],
    ['a NuGet key', `oy${'2'}${lower(43)}`],
    ['a Clojars token', `CLO${'JARS_'}${hex(60)}`],
    ['a Docker Hub token', `dckr${'_pat_'}${url(27)}`],
    ['a JFrog key', `AK${'Cp'}${base62(69)}`],
    ['a JFrog reference token', `cmVm${'dGtu'}${base62(56)}`],
    ['a Sourcegraph token', `sg${'p_'}${hex(40)}`],
    ['a CircleCI token', `CCI${'PAT_'}${base62(22)}_${hex(40)}`],
    ['a Buildkite token', `bk${'ua_'}${hex(40)}`],
    ['a Postman key', `PM${'AK-'}${hex(24)}-${hex(34)}`],
    ['a Slack bot token', `xo${'xb-'}${digits(12)}-${digits(13)}-${base62(24)}`],
    ['a Slack user token', `xo${'xp-'}${digits(12)}-${digits(12)}-${digits(12)}-${hex(32)}`],
    ['a Slack token', `xo${'xr-'}${digits(12)}-${base62(30)}`],
    ['a Slack app token', `xa${'pp-'}1-A${upper(10)}-${digits(13)}-${hex(64)}`],
    ['a Slack webhook', `https://hooks.slack${'.com/services/'}T${upper(8)}/B${upper(10)}/${base62(24)}`],
    ['a Discord webhook', `https://discord${'.com/api/webhooks/'}${digits(18)}/${url(68)}`],
    [
      'a Discord bot token',
      `${Buffer.from(`1${digits(17)}`)
        .toString('base64')
        .replace(/=+$/, '')}.${url(6)}.${url(38)}`,
    ],
    ['a Telegram bot token', `7${digits(9)}:A${'A'}${base62(33)}`],
    [
      'a Teams webhook',
      `https://firm.webhook.office${'.com/webhookb2/'}${uuid()}@${uuid()}/IncomingWebhook/${hex(32)}/${uuid()}`,
    ],
    [
      'a Google Chat webhook',
      `https://chat.googleapis.com/v1/${'spaces/'}AAAAB3xQ9zk/messages?key=q${url(38)}&token=${url(20)}`,
    ],
    ['a Feishu webhook', `https://open.feishu${'.cn/open-apis/bot/v2/hook/'}${uuid()}`],
    ['a Facebook access token', `EA${'A'}${base62(160)}`],
    ['a Twitter bearer token', `${'A'.repeat(21)}Zq${base62(70)}`],
    ['a HubSpot token', `pat-${'na1-'}${uuid()}`],
    ['a Stripe key', `sk_${'live_'}${base62(24)}`, `rk_${'live_'}${base62(99)}`],
    ['a webhook signing secret', `wh${'sec_'}${base62(32)}`],
    ['a Square access token', `EA${'AA'}${url(60)}`, `sq0${'atp-'}${url(22)}`],
    ['a Square secret', `sq0${'csp-'}${url(43)}`],
    ['a PayPal or Braintree token', `access_token$${'production$'}${lower(16)}$${hex(32)}`],
    ['a Shopify token', `shp${'at_'}${hex(32)}`],
    ['a Flutterwave key', `FLW${'SECK-'}${lower(32)}-X`],
    ['a Plaid access token', `access-${'production-'}${uuid()}`],
    ['an EasyPost key', `EZ${'AK'}${base62(54)}`],
    ['a Shippo key', `shippo_${'live_'}${hex(40)}`],
    ['a SendGrid key', `S${'G.'}${url(22)}.${url(43)}`],
    ['a Mailgun key', `key${'-'}${hex(32)}`],
    ['a Mailchimp key', `${hex(32)}-u${'s'}14`],
    ['a Postmark token', `POSTMARK_SERVER_TOKEN: ${uuid()}`],
    ['a Brevo key', `xkey${'sib-'}${hex(64)}-${base62(16)}`],
    ['a Resend key', `r${'e_'}${base62(8)}_${base62(24)}`],
    [
      'an OpenAI key',
      `sk-${'proj-'}${url(74)}T3Blbk${'FJ'}${url(74)}`,
      `sk${'-'}${base62(20)}T3Blbk${'FJ'}${base62(20)}`,
    ],
    ['an Anthropic key', `sk-${'ant-'}api03-${url(93)}AA`],
    ['an OpenRouter key', `sk-${'or-v1-'}${hex(64)}`],
    ['a DeepSeek key', `sk${'-'}${hex(32)}`],
    [
      'a Hugging Face token',
      `h${'f_'}${random.of('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 34)}`,
    ],
    ['a Groq key', `gs${'k_'}${base62(52)}`],
    ['a Replicate token', `r${'8_'}${base62(37)}`],
    ['an xAI key', `xa${'i-'}${base62(80)}`],
    ['a Perplexity key', `pp${'lx-'}${base62(48)}`],
    ['an NVIDIA key', `nv${'api-'}${url(64)}`],
    ['a Together AI key', `tgp${'_v1_'}${url(43)}`],
    ['a LangSmith key', `lsv2${'_pt_'}${hex(32)}_${hex(10)}`],
    ['a Pinecone key', `pc${'sk_'}${base62(5)}_${base62(60)}`],
    ['an ElevenLabs key', `s${'k_'}${hex(48)}`],
    ['a Tavily key', `tv${'ly-'}dev-${base62(32)}`],
    ['a Mistral key', `MISTRAL_API_KEY=${base62(32)}`],
    ['a Cohere key', `COHERE_API_KEY=${base62(40)}`],
    ['a HashiCorp Vault token', `hv${'s.'}${url(90)}`],
    ['a Terraform Cloud token', `${base62(14)}.atlas${'v1.'}${url(67)}`],
    ['a Grafana service token', `gl${'sa_'}${base62(32)}_${hex(8)}`],
    ['a Grafana Cloud token', `gl${'c_'}${base62(100)}`],
    ['a Datadog key', `DD_API_KEY=${hex(32)}`],
    ['a New Relic key', `NR${'AK-'}${upper(27)}`],
    ['a New Relic license key', `${hex(36)}NR${'AL'}`],
    ['a Sentry token', `sntry${'s_'}eyJ${base62(90)}`],
    ['a Sentry user token', `sntry${'u_'}${hex(64)}`],
    ['a Dynatrace token', `dt0${'c01.'}${upper(24)}.${upper(64)}`],
    ['a PostHog key', `ph${'x_'}${base62(43)}`],
    ['a Linear key', `lin${'_api_'}${base62(40)}`],
    ['a Notion token', `secre${'t_'}${base62(43)}`],
    ['a Notion integration token', `nt${'n_'}${digits(11)}${base62(35)}`],
    ['a Figma token', `fig${'d_'}${url(40)}`],
    ['an Airtable token', `pa${'t'}${base62(14)}.${hex(64)}`],
    ['a Contentful token', `CF${'PAT-'}${url(43)}`],
    ['a Typeform token', `tf${'p_'}${url(59)}`],
    ['a Doppler token', `dp${'.st.'}dev.${base62(43)}`],
    ['a Pulumi token', `pu${'l-'}${hex(40)}`],
    ['a Prefect key', `pn${'u_'}${base62(36)}`],
    ['a 1Password service token', `ops${'_eyJ'}${base62(300)}`],
    [
      'a 1Password secret key',
      `A3${'-'}${upper(6)}-${upper(6)}-${upper(5)}-${upper(5)}-${upper(5)}-${upper(5)}`,
    ],
    ['an age secret key', `AGE-SECRET${'-KEY-1'}${random.of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)}`],
    ['a Twilio auth token', `twilio_auth_token: "${hex(32)}"`],
    ['an Algolia admin key', `ALGOLIA_ADMIN_KEY=${hex(32)}`],
    ['an Okta token', `OKTA_API_TOKEN=00${url(40)}`],
    ['a Fastly token', `FASTLY_API_TOKEN=${url(32)}`],
    ['a Linode token', `LINODE_TOKEN=${hex(64)}`],
    [
      'a signed JWT',
      jwt({ alg: 'HS256', typ: 'JWT' }, { sub: `user-${digits(6)}`, exp: 1893456000 }, url(43)),
    ],
    [
      'a database URL with a password',
      `postgres${'ql://'}app:${base62(16)}@db.internal.firm.com:5432/app`,
      `mongodb${'+srv://'}svc:${base62(12)}@cluster0.ab1cd.mongodb.net`,
    ],
    ['a URL with a password', `https${'://'}deploy:${base62(20)}@git.firm.com/team/repo.git`],
    ['a password', `"pass${'word'}": "Tr0ub4dor&${base62(3)}!"`, `DB_PASS${'WORD'}=Zq7!${base62(12)}`],
    ['a secret in an assignment', `client_secret = "${base62(20)}9aB7${base62(8)}"`],
    ['a basic-auth header', `Authorization: Basic ${Buffer.from(`admin:${base62(14)}`).toString('base64')}`],
    ['a bearer token', `Authorization: Bearer ${base62(20)}7a8B9c${base62(10)}`],
    ['a password on a command line', `curl -s -u admin:${base62(12)}4z https://firm.com/api`],
    ['an Ethereum private key', `PRIVATE_KEY=0x${hex(64)}`, `my private key is ${hex(64)}`],
    [
      'a Bitcoin private key',
      createBase58check(sha256).encode(Uint8Array.from([0x80, ...random.bytes(32), 1])),
    ],
    [
      'an extended private key',
      createBase58check(sha256).encode(
        Uint8Array.from([0x04, 0x88, 0xad, 0xe4, ...random.bytes(42), 0, ...random.bytes(31)]),
      ),
    ],
    [
      'a Solana private key',
      base58.encode(keyPair()),
      `[${[...keyPair()].join(', ')}]`,
      `[${[...keyPair()].join(',')}]`,
    ],
    ['a Stellar secret key', stellar(random.bytes(32))],
    ['a Nostr private key', bech32.encode('nsec', bech32.toWords(random.bytes(32)))],
    [
      'a Sui private key',
      bech32.encode('suiprivkey', bech32.toWords(Uint8Array.from([0, ...random.bytes(32)]))),
    ],
    [
      'a private key',
      pem('PRIVATE KEY', random),
      pem('RSA PRIVATE KEY', random),
      pem('EC PRIVATE KEY', random),
      pem('DSA PRIVATE KEY', random).replaceAll('\n', '\\n'),
    ],
    [
      'an encrypted private key',
      pem('ENCRYPTED PRIVATE KEY', random),
      pem('RSA PRIVATE KEY', random, `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${hex(32)}\n\n`),
    ],
    ['an OpenSSH private key', pem('OPENSSH PRIVATE KEY', random)],
    ['a PGP private key', pem('PGP PRIVATE KEY BLOCK', random, 'Version: GnuPG v2\n\n')],
    [
      'a PuTTY private key',
      `PuTTY-User-${'Key-File-3: '}ssh-ed25519\nEncryption: none\nComment: me\nPublic-Lines: 2\n${base62(64)}\n${base62(20)}\nPrivate-Lines: 1\n${base62(48)}`,
    ],
    [
      'a Google service account key',
      JSON.stringify({
        type: 'service_account',
        project_id: 'p',
        private_key_id: hex(40),
        private_key: pem('PRIVATE KEY', random),
      }),
    ],
    ...[16, 20, 24, 28, 32].map((length): [string, string] => [
      'a wallet seed phrase',
      entropyToMnemonic(random.bytes(length), wordlist),
    ]),
  ];
  return rows.flatMap(([kind, ...texts]) => texts.map((text) => ({ kind, text })));
}

export function jwt(header: object, payload: object, signature: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part(header)}.${part(payload)}.${signature}`;
}

function pem(label: string, random: Seeded, preamble = ''): string {
  const lines = Array.from({ length: 4 }, () => Buffer.from(random.bytes(48)).toString('base64'));
  return `-----BEGIN ${label}-----\n${preamble}${lines.join('\n')}\n-----END ${label}-----`;
}

function keyPair(): Uint8Array {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return Buffer.concat([secret, publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
}

function stellar(seed: Uint8Array): string {
  const body = Uint8Array.from([18 << 3, ...seed]);
  let crc = 0;
  for (const byte of body) {
    for (let bit = 7; bit >= 0; bit--) {
      const flip = ((crc >> 15) ^ (byte >> bit)) & 1;
      crc = ((crc << 1) & 0xffff) ^ (flip ? 0x1021 : 0);
    }
  }
  return base32.encode(Uint8Array.from([...body, crc & 0xff, crc >> 8]));
}
