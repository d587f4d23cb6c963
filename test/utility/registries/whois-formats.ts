/**
 * WHOIS responses written in the format of each registry, not recorded: labels, order, dates, comments and encoding are
 * the registry's; names and dates are invented.
 */
export const whoisFormats = {
  at: `% Copyright (c)2026 by NIC.AT (1)
%
% Restricted rights.
domain:         kith.at
registrar:      Example Registrar GmbH ( https://nic.at/registrar/999 )
registrant:     <data not disclosed>
tech-c:         KT1234567-NICAT
nserver:        ns1.kith.at
remarks:        192.0.2.1
nserver:        ns2.kith.at
changed:        20240102 23:30:00
source:         AT-DOM

personname:     Example Hostmaster
organization:   Example Registrar GmbH
street address: Ring 1
postal code:    1010
city:           Wien
country:        Austria
phone:          <data not disclosed>
nic-hdl:        KT1234567-NICAT
changed:        20250506 07:08:09
source:         AT-DOM
`,
  bg: `
DOMAIN NAME: kith.bg
requested on: see at www.register.bg
processed from: see at www.register.bg
activated on: see at www.register.bg
expires at: see at www.register.bg
registration status: Registered

REGISTRANT:
Kith EOOD
  ul. Primer 1
  SOFIA, 1000
  BULGARIA

ADMINISTRATIVE CONTACT:
  Example Person
  hostmaster@kith.bg
  tel: +359 2 000 0000
  NIC handle: EP1000

TECHNICAL CONTACT(S):

  Example Person
  hostmaster@kith.bg
  NIC handle: EP1000

NAME SERVER INFORMATION:
ns1.kith.bg (192.0.2.1)
ns2.kith.bg

DNSSEC: Inactive

`,
  hr: `%
% From May 25, 2018, it  is mandatory  to apply  the  provisions  of the
% General Data Protection Regulation (EU) 2016/679.
%

Domain Name: kith.hr
Registrar WHOIS Server: whois.dns.hr
Registrar URL: http://whois.dns.hr
Updated Date: 2025-08-28T22:00:00Z
Creation Date: 2011-09-20T22:00:00Z
Registrar Registration Expiration Date: 2026-09-20T22:00:00Z
Registrant Name: Kith d.o.o.
Registrant City: Zagreb
Name Server: ns1.kith.hr
Name Server: ns2.kith.hr
`,
  hu: `% Whois server 4.0 serving the hu ccTLD


domain:         kith.hu
record created: 2000-03-03
Tovabbi adatokert ld.:
https://www.domain.hu/domain-kereses/
For further data see:
https://www.domain.hu/domain-search/
`,
  ie: `Domain Name: kith.ie
Registry Domain ID: 654321-IEDR
Registrar WHOIS Server: whois.weare.ie
Registrar URL: https://registrar.example/
Updated Date: 2025-05-05T23:10:11Z
Creation Date: 2002-03-21T00:00:00Z
Registry Expiry Date: 2027-03-21T00:00:00Z
Registrar: Example Registrar Ltd
Registrar IANA ID: not applicable
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +353.10000000
Domain Status: ok https://icann.org/epp#ok
Registry Registrant ID: 123456-IEDR
Registrant Name: REDACTED FOR PRIVACY
Name Server: ns1.kith.ie
Name Server: ns2.kith.ie
DNSSEC: signedDelegation
URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/
>>> Last update of WHOIS database: 2026-11-16T10:00:00Z <<<
`,
  jp: `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes. For further information,     ]
[ use 'whois -h whois.jprs.jp help'. To suppress Japanese output, add'/e'     ]
[ at the end of command, e.g. 'whois -h whois.jprs.jp xxx/e'.                 ]

Domain Information:
[Domain Name]                   KITH.JP

[Registrant]                    Kith K.K.

[Name Server]                   ns1.kith.jp
[Name Server]                   ns2.kith.jp
[Signing Key]                   

[Created on]                    2005/05/30
[Expires on]                    2027/05/31
[Status]                        Active
[Lock Status]                   DomainTransferLocked
[Last Updated]                  2026/06/01 04:52:02 (JST)

Contact Information:
[Name]                          Example Agent
[Email]                         agent@example.jp
[Web Page]                       
[Postal code]                   100-0001
[Postal Address]                Chiyoda-ku
                                Tokyo
[Phone]                         03-0000-0000
[Fax]                           
`,
  'co.jp': `[ JPRS database provides information on network administration. Its use is    ]
[ restricted to network administration purposes. For further information,     ]
Domain Information:
a. [Domain Name]                KITH.CO.JP
g. [Organization]               Kith K.K.
l. [Organization Type]          Corporation
m. [Administrative Contact]     KT1000JP
n. [Technical Contact]          KT1000JP
p. [Name Server]                ns1.kith.co.jp
p. [Name Server]                ns2.kith.co.jp
s. [Signing Key]                
[State]                         Connected (2027/03/31)
[Lock Status]                   AgentChangeLocked
[Registered Date]               2001/03/22
[Connected Date]                2001/03/23
[Last Update]                   2026/04/01 01:05:57 (JST)

`,
  kr: `query : kith.kr


# KOREAN(UTF8)

도메인이름                  : kith.kr
등록인                      : 예시회사
책임자 전자우편             : hostmaster@kith.kr
등록일                      : 2007. 03. 02.
최근 정보 변경일            : 2020. 10. 04.
사용 종료일                 : 2027. 03. 02.
정보공개여부                : N
등록대행자                  : (주)예시(http://registrar.example)
DNSSEC                      : 미서명
등록정보 보호               : clientTransferProhibited

1차 네임서버 정보
   호스트이름               : ns1.kith.kr
   IP 주소                  : 192.0.2.1

2차 네임서버 정보
   호스트이름               : ns2.kith.kr

네임서버 이름이 .kr이 아닌 경우는 IP주소가 보이지 않습니다.


# ENGLISH

Domain Name                 : kith.kr
Registrant                  : Example Company
AC E-Mail                   : hostmaster@kith.kr
Registered Date             : 2007. 03. 02.
Last Updated Date           : 2020. 10. 04.
Expiration Date             : 2027. 03. 02.
Publishes                   : N
Authorized Agency           : Example Agency, Inc.(http://registrar.example)
DNSSEC                      : unsigned
Domain Status               : clientTransferProhibited

Primary Name Server
   Host Name                : ns1.kith.kr
   IP Address               : 192.0.2.1

Secondary Name Server
   Host Name                : ns2.kith.kr


- KISA/KRNIC WHOIS Service -

`,
  lt: `% Hello, this is the DOMREG whois service.
%
% By submitting a query you agree not to use the information made available
% to allow, enable or otherwise support the transmission of unsolicited mail.
%
Domain:\t\t\tkith.lt
Status:\t\t\tregistered
Registered:\t\t2018-12-07
Expires:\t\t2026-12-08
%
Registrar:\t\tUAB "Pavyzdys"
Registrar website:\thttps://www.registrar.example
Registrar email:\thostmaster@registrar.example
%
Contact organization:\tUAB "Pavyzdys"
Contact email:\t\thostmaster@registrar.example
%
Nameserver:\t\tns1.kith.lt\t[192.0.2.1]
Nameserver:\t\tns2.kith.lt
`,
  lu: `% Access to RESTENA DNS-LU WHOIS information is provided to assist persons
% in determining the content of a domain name registration record in the LU
% registration database.
%
% WHOIS kith.lu
domainname:     kith.lu
domaintype:     ACTIVE
nserver:        ns1.kith.lu [192.0.2.1]
nserver:        ns2.kith.lu
ownertype:      PRIVATE
org-country:    LU
registrar-name:         Example Registrar S.A.
registrar-email:        hostmaster@registrar.example
registrar-url:          https://registrar.example/
registrar-country:      LU
%
% More details on the domain may be available at below whois-web URL.
whois-web:         https://www.dns.lu/
`,
  lv: `[Domain]
Domain: kith.lv
Status: active

[Holder]
    Type: Natural person
    Visit: https://www.nic.lv/whois/contact/kith.lv to contact.

[Tech]
Type: Natural person
Visit: https://www.nic.lv/whois/contact/kith.lv to contact.

[Registrar]
    Type: Legal person
    Name: Example Registrar SIA
    Address: Brivibas 1, Riga, LV-1000, Latvia
    RegNr: 40000000000
Visit: https://www.nic.lv/whois/contact/kith.lv to contact.

[Nservers]
Nserver: ns1.kith.lv
Nserver: ns2.kith.lv

[Whois]
Updated: 2026-11-16T17:12:28.647770+00:00

[Disclaimer]
% The WHOIS service is provided solely for informational purposes.
`,
  pt: `Domain: kith.pt
Domain Status: Registered
Creation Date: 09/01/2003 00:00:00
Expiration Date: 24/02/2027 23:59:34
Owner Name: Kith, Lda.
Owner Address: Rua Exemplo 1
Owner Locality: Lisboa
Owner ZipCode: 1000-001
Owner Country Code: PT
Owner Email: hostmaster@kith.pt
Admin Name: Example Registrar, S.A.
Admin Email: hostmaster@registrar.example
Name Server: ns1.kith.pt | IPv4: 192.0.2.1 and IPv6: 2001:db8::1
Name Server: ns2.kith.pt | IPv4:  and IPv6: 
`,
  ru: `% TCI Whois Service. Terms of use:
% https://tcinet.ru/documents/whois_ru_rf.pdf (in Russian)
% https://tcinet.ru/documents/whois_su.pdf (in Russian)

domain:        KITH.RU
nserver:       ns1.kith.ru. 192.0.2.1
nserver:       ns2.kith.ru. 192.0.2.2
state:         REGISTERED, DELEGATED, VERIFIED
person:        Private Person
registrar:     EXAMPLE-RU
admin-contact: https://registrar.example/contact
created:       2004-03-03T21:00:00Z
paid-till:     2027-03-04T21:00:00Z
free-date:     2027-04-05
source:        TCI

Last updated on 2026-11-16T08:11:31Z

`,
  ua: `% Request from 192.0.2.9
% This is the Ukrainian Whois query server #F.
% The Whois is subject to Terms of use
% See https://hostmaster.ua/services/
%

domain:           kith.com.ua
dom-public:       NO
mnt-by:           ua.example
nserver:          ns1.kith.com.ua
nserver:          ns2.kith.com.ua
status:           clientTransferProhibited
created:          2002-12-04 00:00:00+02
modified:         2026-07-02 01:52:29+03
expires:          2027-12-04 00:00:00+02
source:           UAEPP

% Registrar:
% ==========
registrar:        ua.example
organization:     Example Registrar LLC
organization-loc: ТОВ Приклад
url:              https://registrar.example
city:             Kyiv
country:          UA
abuse-email:      abuse@registrar.example
abuse-phone:      +380.440000000
abuse-postal:     UA 01001 Kyiv
source:           UAEPP

% Registrant:
% ===========
person:           n/a
organization-loc: not published
mnt-by:           ua.example
status:           ok
status:           linked
created:          2018-02-27 21:07:26+02
source:           UAEPP


% Query time:     23 msec

`,
  us: `Domain Name: kith.us\r
Registry Domain ID: D0000001-US\r
Registrar WHOIS Server: whois.registrar.example\r
Registrar URL: https://registrar.example\r
Updated Date: 2026-04-02T01:30:53Z\r
Creation Date: 2002-04-18T15:16:22Z\r
Registry Expiry Date: 2027-04-17T23:59:59Z\r
Registrar: Example Registrar, Inc.\r
Registrar IANA ID: 9999\r
Registrar Abuse Contact Email: abuse@registrar.example\r
Registrar Abuse Contact Phone: +1.2025550100\r
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited\r
Registrant Name: Example Person\r
Registrant Application Purpose: P1\r
Registrant Nexus Category: C11\r
Name Server: ns1.kith.us\r
Name Server: ns2.kith.us\r
DNSSEC: unsigned\r
>>> Last update of WHOIS database: 2026-11-16T22:54:29Z <<<\r
\r
NOTE: FAILURE TO LOCATE A RECORD IN THE WHOIS DATABASE IS NOT INDICATIVE OF THE AVAILABILITY OF A DOMAIN NAME.\r
`,
} as const;

/** How each registry says that a name is not registered. */
export const whoisFree: Readonly<Record<string, string>> = {
  at: '% Copyright (c)2026 by NIC.AT (1)\n%\n% nothing found\n',
  bg: 'Domain name free.bg does not exist in database!\n',
  hr: '%ERROR: no entries found\n',
  hu: '% Whois server 4.0 serving the hu ccTLD\n\nNincs talalat / No match\n',
  ie: 'Not found: free.ie\n\n>>> Last update of WHOIS database: 2026-11-16T10:00:00Z <<<\n',
  jp: "[ JPRS database provides information on network administration. Its use is    ]\n[ at the end of command, e.g. 'whois -h whois.jprs.jp xxx/e'.                 ]\n\nNo match!!\n",
  kr: 'query : free.kr\n\n\n# KOREAN(UTF8)\n\n상기 도메인이름은 등록되어 있지 않습니다.\n\n\n# ENGLISH\n\nThe requested domain was not found in the Registry or Registrar’s WHOIS Server.\n\n\n- KISA/KRNIC WHOIS Service -\n',
  lt: '% Hello, this is the DOMREG whois service.\n%\nDomain:\t\t\tfree.lt\nStatus:\t\t\tavailable\n',
  lu: '% WHOIS free.lu\n% No such domain\n',
  lv: '[Domain]\nDomain: free.lv\nStatus: free\n\n[Whois]\nUpdated: 2026-11-16T17:12:28.647770+00:00\n',
  pt: 'free.pt - No Match\n',
  ru: '% TCI Whois Service. Terms of use:\n\nNo entries found for the selected source(s).\n\nLast updated on 2026-11-16T05:21:32Z\n',
  ua: '% Request from 192.0.2.9\n% This is the Ukrainian Whois query server #F.\n%\n\n% No entries found for free.com.ua\n',
  us: 'No Data Found\r\n>>> Last update of WHOIS database: 2026-11-16T22:54:29Z <<<\r\n',
};

/** Rate-limit responses of WHOIS servers. */
export const whoisLimits: Readonly<Record<string, string>> = {
  at: '% Quota exceeded\n',
  ru: '% TCI Whois Service. Terms of use:\n\nYou have exceeded allowed connection rate.\n',
  it: 'Denied (access denied for too many queries)\n',
  lt: '% IP address 192.0.2.9 is blocked: too many queries\n',
};
