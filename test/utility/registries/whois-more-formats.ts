/** Responses in the formats of the registries that the other two files leave out, with invented holders. */
export const moreFormats = {
  uk: `\r
    Domain name:\r
        kith.co.uk\r
\r
    Data validation:\r
        Nominet was able to match the registrant's name and address against a 3rd party data source on 10-Dec-2012\r
\r
    Registrar:\r
        Example Registrar Ltd t/a Example [Tag = EXAMPLE]\r
        URL: https://registrar.example\r
\r
    Relevant dates:\r
        Registered on: 14-Feb-1999\r
        Expiry date:  14-Feb-2027\r
        Last updated:  13-Jan-2026\r
\r
    Registration status:\r
        Registered until expiry date.\r
\r
    Name servers:\r
        ns1.kith.co.uk            192.0.2.1  2001:db8::1\r
        ns2.kith.co.uk            192.0.2.2\r
\r
    WHOIS lookup made at 12:00:00 16-Nov-2026\r
\r
-- \r
This WHOIS information is provided for free by Nominet UK the central registry\r
for .uk domain names. This information and the .uk WHOIS are:\r
`,
  fr: `%%
%% This is the AFNIC Whois server.
%%
%% complete date format: YYYY-MM-DDThh:mm:ssZ
%%

domain:                        kith.fr
status:                        ACTIVE
eppstatus:                     serverTransferProhibited
hold:                          NO
holder-c:                      KI100-FRNIC
admin-c:                       KI100-FRNIC
tech-c:                        ER100-FRNIC
registrar:                     EXAMPLE REGISTRAR SAS
Expiry Date:                   2027-12-30T17:16:48Z
created:                       2000-07-26T22:00:00Z
last-update:                   2025-12-03T10:12:00.351952Z
source:                        FRNIC

nserver:                       ns1.kith.fr [192.0.2.1 2001:db8::1]
nserver:                       ns2.kith.fr
source:                        FRNIC

registrar:                     EXAMPLE REGISTRAR SAS
address:                       1 rue Exemple
address:                       75001 PARIS
country:                       FR
phone:                         +33.100000000
e-mail:                        contact@registrar.example
website:                       https://registrar.example/
anonymous:                     No
registered:                    1998-01-01T00:00:00Z
source:                        FRNIC

nic-hdl:                       KI100-FRNIC
type:                          ORGANIZATION
contact:                       Kith SAS
address:                       1 rue Exemple
country:                       FR
phone:                         +33.100000001
e-mail:                        ada@kith.fr
registrar:                     EXAMPLE REGISTRAR SAS
changed:                       2026-02-18T09:22:07.123456Z
anonymous:                     NO
obsoleted:                     NO
eppstatus:                     associated
eppstatus:                     active
eligstatus:                    not identified
reachstatus:                   not identified
source:                        FRNIC

nic-hdl:                       ER100-FRNIC
type:                          ROLE
contact:                       Example Registrar Hostmaster
changed:                       2026-03-18T09:22:07.123456Z
eppstatus:                     associated
eppstatus:                     active
source:                        FRNIC

>>> Last update of WHOIS database: 2026-11-16T10:00:00.000000Z <<<
`,
  nl: `Domain name: kith.nl
Status:      active

Reseller:
   Example Reseller B.V.
   Voorbeeldstraat 2
   1011AA Amsterdam
   Netherlands

Registrar:
   Example Registrar B.V.
   Voorbeeldstraat 1
   1011AA Amsterdam
   Netherlands

Abuse Contact:
   +31.200000000
   abuse@registrar.example

DNSSEC:      yes

Domain nameservers:
   ns1.kith.nl          192.0.2.1
   ns2.kith.nl

Creation Date: 1999-05-27

Updated Date: 2025-11-06

Record maintained by: SIDN BV
`,
  be: `% .be Whois Server 6.1
%
% The WHOIS service offered by DNS Belgium provides

Domain:	kith.be
Status:	NOT AVAILABLE
Registered:	Tue Dec 12 2000

Registrant:
	Not shown, please visit www.dnsbelgium.be for webbased whois.

Registrar Technical Contacts:
	Organisation:	Example Registrar NV
	Language:	en
	Phone:	+32.20000000
	Email:	tech@registrar.example

Registrar:
	Name:	Example Registrar NV
	Website:	https://registrar.example

Nameservers:
	ns1.kith.be (192.0.2.1)
	ns2.kith.be

Keys:
	keyTag:12345 flags:KSK protocol:3 algorithm:ECDSAP256SHA256 pubKey:AbCd

Flags:
	clientTransferProhibited

Please visit www.dnsbelgium.be for more info.
`,
  pl: `
DOMAIN NAME:           kith.pl
registrant type:       organization
nameservers:           ns1.kith.pl. [192.0.2.1]
                       ns2.kith.pl.
created:               1999.10.15 13:00:00
last modified:         2026.09.16 10:12:23
renewal date:          2027.10.14 14:00:00

option created:        2013.07.19 15:55:35
option expiration date:       2028.07.19 15:55:35

dnssec:                Unsigned

REGISTRAR:
Example Registrar Sp. z o.o.
ul. Przykladowa 1
00-001 Warszawa
Polska/Poland
+48.220000000
kontakt@registrar.example
https://registrar.example

WHOIS database responses: https://dns.pl/en/whois

WHOIS displays data with a delay not exceeding 15 minutes in relation to the .pl Registry system
`,
  cz: `%  (c) 2006-2021 CZ.NIC, z.s.p.o.
%
% Timestamp: Mon Nov 16 12:00:00 2026

domain:       kith.cz
registrant:   KITH
admin-c:      KITH-ADM
nsset:        KITH-NS
keyset:       KITH-KEYS
registrar:    REG-EXAMPLE
registered:   21.07.2000 14:00:00
changed:      13.06.2017 14:00:00
expire:       22.07.2027

contact:      KITH
org:          Kith s.r.o.
name:         Ada Writer
address:      Prikladova 1
registrar:    REG-EXAMPLE
created:      10.08.2001 22:13:00
changed:      15.05.2022 21:32:00

nsset:        KITH-NS
nserver:      ns1.kith.cz (192.0.2.1, 2001:db8::1)
nserver:      ns2.kith.cz
tech-c:       KITH-ADM
registrar:    REG-EXAMPLE
created:      02.10.2007 14:00:00
changed:      12.05.2024 09:10:11

keyset:       KITH-KEYS
dnskey:       257 3 13 AbCd
tech-c:       KITH-ADM
registrar:    REG-EXAMPLE
created:      02.10.2017 14:00:00
`,
  no: `% By looking up information in the domain registration directory
% service, you confirm that you accept the terms and conditions of the

NORID Handle...............: KIT1D-NORID
Domain Name................: kith.no
Registrar Handle...........: REG1-NORID
Tech-c Handle..............: EH1R-NORID
Name Server Handle.........: NSK1H-NORID
Name Server Handle.........: NSK2H-NORID
DNSSEC.....................: Signed
DS Key Tag     1...........: 12345
Algorithm      1...........: 13
Digest Type    1...........: 2
Digest         1...........: abcd

Additional information:
Created:         1999-11-15
Last updated:    2025-10-07

NORID Handle...............: REG1-NORID
Registrar Name.............: Example Registrar AS
Email Address..............: hostmaster@registrar.example
Website....................: registrar.example
Created:         2003-11-15
Last updated:    2026-10-07

NORID Handle...............: NSK1H-NORID
Name Server Name...........: ns1.kith.no
IPv4 Address...............: 192.0.2.1
Created:         2004-11-15
Last updated:    2026-10-08

NORID Handle...............: NSK2H-NORID
Name Server Name...........: ns2.kith.no
Created:         2004-11-15
`,
  fi: `
domain.............: kith.fi
status.............: Registered
created............: 30.6.2006 00:00:00
expires............: 4.7.2027 10:15:55
available..........: 4.8.2027 10:15:55
modified...........: 4.6.2026 10:15:55
RegistryLock.......: no

Nameservers

nserver............: ns1.kith.fi [192.0.2.1] [Ok]
nserver............: ns2.kith.fi [Ok]

DNSSEC

dnssec.............: signed delegation
DS Key Tag 1.......: 12345

Holder

name...............: Kith Oy
register number....: 1234567-8
address............: Esimerkkikatu 1
country............: Finland
phone..............: +358.90000000
holder email.......: ada@kith.fi

Registrar

registrar..........: Example Registrar Oy
www................: www.registrar.example

>>> Last update of WHOIS database: 16.11.2026 12:00:00 (EET) <<<
`,
  ch: `Domain name:
kith.ch

Registrar:
Example Registrar AG
Beispielstrasse 1
CH-8000 Zürich
Switzerland

First registration date:
2000-01-26

DNSSEC:Y

Name servers:
ns1.kith.ch	[192.0.2.1]
ns2.kith.ch
`,
  de: `Domain: kith.de
Nserver: ns1.kith.de 192.0.2.1
Nserver: ns2.kith.de
Dnskey: 257 3 13 AbCd
Status: connect
Changed: 2021-03-22T19:42:31+01:00
`,
  br: `
% Copyright (c) Nic.br - Use of this data is governed by the Use and
% Privacy Policy at https://registro.br/upp . Distribution,

domain:      kith.com.br
owner:       Kith Brasil Ltda
ownerid:     00.000.000/0001-00
responsible: Ada Writer
country:     BR
owner-c:     KIB12
tech-c:      KIB12
nserver:     ns1.kith.com.br 192.0.2.1
nsstat:      20261115 AA
nslastaa:    20261115
nserver:     ns2.kith.com.br
nsstat:      20261115 AA
nslastaa:    20261115
dsrecord:    12345 ECDSA-SHA-256 ABCD
dsstatus:    20261115 DSOK
saci:        yes
created:     19990518 #162310
changed:     20260417
expires:     20270518
status:      published

nic-hdl-br:  KIB12
person:      Ada Writer
e-mail:      ada@kith.com.br
country:     BR
created:     20020618
changed:     20261014

% Security and mail abuse issues should also be addressed to
% cert.br, http://www.cert.br/ , respectivelly to cert@cert.br
% and mail-abuse@cert.br
`,
  ar: `% La información a la que estás accediendo se provee exclusivamente para
% fines relacionados con operaciones sobre nombres de dominios y DNS

domain:		kith.com.ar
registrant:	30000000000
registrar:	nicar
registered:	1999-10-05 00:00:00
changed:	2026-10-03 17:03:59.101226
expire:		2027-11-01 00:00:00

contact:	30000000000
name:		KITH ARGENTINA SA
registrar:	nicar
created:	2013-05-02 00:00:00
changed:	2026-11-01 10:01:45.123456

nserver:	ns1.kith.com.ar (192.0.2.1/32)
nserver:	ns2.kith.com.ar ()
registrar:	nicar
created:	2016-07-02 00:02:10.608837
`,
  au: `Domain Name: kith.com.au\r
Registry Domain ID: d0000000000000000000000000000000-AU\r
Registrar WHOIS Server: whois.auda.org.au\r
Registrar URL: https://registrar.example\r
Last Modified: 2026-08-22T01:36:03Z\r
Registrar Name: Example Registrar Pty Ltd\r
Registrar Abuse Contact Email: abuse@registrar.example\r
Registrar Abuse Contact Phone: +61.300000000\r
Reseller Name: \r
Status: clientDeleteProhibited https://identitydigital.au/get-au/whois-status-codes#clientDeleteProhibited\r
Status: serverRenewProhibited https://identitydigital.au/get-au/whois-status-codes#serverRenewProhibited\r
Status Reason: Not Currently Eligible For Renewal\r
Registrant Contact ID: C000000-AU\r
Registrant Contact Name: Ada Writer\r
Tech Contact ID: C000001-AU\r
Tech Contact Name: Ada Writer\r
Name Server: ns1.kith.com.au\r
Name Server IP: 192.0.2.1\r
Name Server: ns2.kith.com.au\r
DNSSEC: unsigned\r
Registrant: KITH PTY LTD\r
Registrant ID: ABN 00000000000\r
Eligibility Type: Company\r
\r
>>> Last update of WHOIS database: 2026-11-16T12:00:00Z <<<\r
`,
  nz: `Domain Name: kith.co.nz
Registrar URL: https://registrar.example
Updated Date: 2026-05-16T15:34:05Z
Creation Date: 1999-06-16T12:00:00Z
Original Created: 1999-06-16T12:00:00Z
Registrar: Example Registrar Limited
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +64.40000000
Domain Status: ok https://icann.org/epp#ok
Name Server: ns1.kith.co.nz
Name Server: ns2.kith.co.nz
DNSSEC: signedDelegation
>>> Last update of WHOIS database: 2026-11-16T12:00:00Z <<<
`,
  in: `Domain Name: kith.in\r
Registry Domain ID: D00000-IN\r
Registrar WHOIS Server: \r
Registrar URL: https://registrar.example\r
Updated Date: 2026-01-14T09:29:32Z\r
Creation Date: 2005-02-14T20:35:14Z\r
Registry Expiry Date: 2027-02-14T20:35:14Z\r
Registrar: Example Registrar Pvt Ltd\r
Registrar IANA ID: 9999\r
Registrar Abuse Contact Email: \r
Registrar Abuse Contact Phone: \r
Domain Status: clientTransferProhibited http://www.icann.org/epp#clientTransferProhibited\r
Registry Registrant ID: REDACTED FOR PRIVACY\r
Registrant Name: REDACTED FOR PRIVACY\r
Registrant Organization: Kith India\r
Registrant State/Province: Karnataka\r
Registrant Email: Please contact the Registrar listed above\r
Name Server: ns1.kith.in\r
Name Server: ns2.kith.in\r
DNSSEC: unsigned\r
URL of the ICANN Whois Inaccuracy Complaint Form: https://www.icann.org/wicf/\r
>>> Last update of WHOIS database: 2026-11-16T12:00:00Z <<<\r
`,
  tw: `Domain Name: kith.com.tw
   Domain Status: clientUpdateProhibited,clientTransferProhibited
   Registrant:
      Kith Taiwan
      Ada Writer  ada@kith.com.tw
      +886.200000000
      Taipei, Taiwan
      TW

   Administrative Contact:
      Ada Writer  ada@kith.com.tw
      +886.200000000

   Record expires on 2027-11-09 00:00:00 (UTC+8)
   Record created on 2000-08-29 00:00:00 (UTC+8)

   Domain servers in listed order:
      ns1.kith.com.tw        192.0.2.1
      ns2.kith.com.tw

Registration Service Provider: EXAMPLE-TW
Registration Service URL: http://registrar.example

Provided by Registry Gateway Services
`,
  sg: `Domain Name: kith.com.sg
Updated Date: 2026-06-03T09:54:56Z
Creation Date: 2002-07-05T09:42:32Z
Registry Expiry Date: 2027-07-04T16:00:00Z
Registrar: Example Registrar Pte Ltd
Domain Status: clientTransferProhibited https://icann.org/epp#clientTransferProhibited
VerifiedID Status: VerifiedID@SG-Not Required
Registry Lock:
Registrant Name: KITH PTE LTD
Tech Email: ada@kith.com.sg
Name Server: ns1.kith.com.sg
Name Server: ns2.kith.com.sg
DNSSEC: unsigned
>>> Last update of WHOIS database: 2026-11-16T12:00:00Z <<<
`,
  si: `% This is ARNES whois database
%
domain:         kith.si
registrar:      Example-Registrar
registrar-url:  https://registrar.example
nameserver:     ns1.kith.si (192.0.2.1)
nameserver:     ns2.kith.si
registrant:     G000000
status:         client_transfer_prohibited
created:        2005-04-04
expire:         2027-07-19
source:         ARNES

Tech:
NOT DISCLOSED
`,
  is: `% This is the ISNIC Whois server.
%
% Rights restricted by copyright.

domain:       kith.is
registrant:   KI00-IS
admin-c:      KI00-IS
tech-c:       KI00-IS
zone-c:       KI00-IS
billing-c:    KI00-IS
nserver:      ns1.kith.is
nserver:      ns2.kith.is
dnssec:       unsigned delegation
created:      May 21 2002
expires:      May 21 2027
source:       ISNIC

role:         Kith ehf.
nic-hdl:      KI00-IS
address:      Reykjavik
created:      May 20 2001
source:       ISNIC

nic-hdl:      NS1-IS
address:      Reykjavik
created:      January 15 2009
source:       ISNIC
`,
  za: `Domain Name: kith.co.za\r
Registry Domain ID: dom_1-ZA\r
Registrar WHOIS Server: whois.registrar.example\r
Registrar URL: https://registrar.example\r
Updated Date: 2026-05-30T10:08:09Z\r
Creation Date: 2001-06-25T10:00:00Z\r
Registry Expiry Date: 2027-06-25T10:00:00Z\r
Registrar Registration Expiration Date: 2027-06-25T10:00:00Z\r
Registrar: Example Registrar\r
Registrar IANA ID: \r
Registrar Abuse Contact Email: abuse@registrar.example\r
Registrar Abuse Contact Phone: +27.110000000\r
Reseller: \r
Domain Status: ok https://icann.org/epp#ok\r
Registrant Name: REDACTED\r
Registrant City: REDACTED\r
Name Server: ns1.kith.co.za\r
Name Server: ns2.kith.co.za\r
DNSSEC: unsigned\r
`,
  sa: `% SaudiNIC Whois server.
% Rights restricted by copyright.

Domain Name: kith.com.sa

 Registrant:
 Kith Company
 Address: Riyadh
 Riyadh
 Saudi Arabia

 Administrative Contact:
 Ada Writer

 Technical Contact:
 Ada Writer

 Name Servers:
 ns1.kith.com.sa
 ns2.kith.com.sa

 Created on: 2004-01-11
 Last Updated on: 2026-02-15
`,
  ve: `Servidor Whois del Centro de Información de Red de Venezuela (NIC.VE)

domain:      kith.com.ve
registrant:  kith-dom
registrar:   NIC-VE
registered:  06.03.2003 20:00:00
changed:     14.04.2026 20:00:00
expire:      05.03.2027

contact:     kith-dom
name:        Ada Writer
registrar:   NIC-VE
created:     15.11.2007 14:00:00

nsset:       kith-dns
nserver:     ns1.kith.com.ve
nserver:     ns2.kith.com.ve
registrar:   NIC-VE
created:     15.11.2007 14:00:00
`,
  uz: `
% Uzbekistan Whois Server Version 1.0

   Domain Name: KITH.UZ
   Registrar: Example-Registrar
   Whois Server: www.whois.uz
   Referral URL: http://registrar.example
   Name Server: ns1.kith.uz.  not.defined.
   Name Server: ns2.kith.uz.  192.0.2.1
   Name Server: not.defined.  not.defined.
   Status: ACTIVE
   Updated Date: 01-Mar-2026
   Creation Date: 13-Apr-2006
   Expiration Date: 01-May-2027

>>> Last update of whois database: Mon, 16 Nov 2026 12:00:00 +0500 <<<

Registrar:
   Example Registrar LLC
   Tashkent
`,
  pe: `Domain Name: kith.pe
WHOIS Server: NIC .PE
Sponsoring Registrar: NIC .PE
Domain Status: clientTransferProhibited
Domain Status: ok
Registrant Name: Kith Peru
Admin Name: Ada Writer
Admin Email: ada@kith.pe
Name Server: ns1.kith.pe
Name Server: ns2.kith.pe
DNSSEC: unsigned
>>> Last update of WHOIS database: 2026-11-16T12:00:00.000Z <<<
`,
  uy: `
% Servicio Whois del NIC Uruguay
domain:      kith.com.uy
owner:       Kith SA
nserver:     ns1.kith.com.uy
nserver:     ns2.kith.com.uy
created:     20020318
changed:     20260318
expires:     20270318
status:      published
`,
  id: `Domain ID: PANDI-DO000000
Domain Name: kith.co.id
Created On: 2004-12-18 13:33:21
Last Updated On: 2026-11-06 03:48:46
Expiration Date: 2027-09-01 23:59:59
Status: clientTransferProhibited
Status: serverTransferProhibited
============================================
Sponsoring Registrar Organization: Example Registrar PT
Sponsoring Registrar URL: https://registrar.example
Sponsoring Registrar Street: Jalan Contoh 1
Sponsoring Registrar City: Jakarta
Sponsoring Registrar Phone: 0210000000
Sponsoring Registrar Contact Email: support@registrar.example
Name Server: ns1.kith.co.id
Name Server: ns2.kith.co.id
DNSSEC: Unsigned

Abuse Domain Report https://pandi.id/domain-abuse-form/?lang=en
For more information on Whois status codes, please visit https://icann.org/epp
`,
} as const;

/** How these and further registries say that nobody holds a name. */
export const moreFree: Readonly<Record<string, string>> = {
  'co.uk':
    '\r\n    No match for "free.co.uk".\r\n\r\n    This domain name has not been registered.\r\n\r\n    WHOIS lookup made at 12:00:00 16-Nov-2026\r\n',
  fr: '%%\n%% This is the AFNIC Whois server.\n%%\n\n%% NOT FOUND\n',
  nl: 'free.nl is free\n',
  be: '% .be Whois Server 6.1\n%\nDomain:\tfree.be\nStatus:\tAVAILABLE\n',
  pl: 'No information available about domain name free.pl in the Registry NASK database.\n',
  cz: '%  (c) 2006-2021 CZ.NIC, z.s.p.o.\n%\n\n%ERROR:101: no entries found\n%\n% No entries found.\n',
  no: '% By looking up information in the domain registration directory\n\n% No match\n',
  fi: '\nDomain not found\n\n>>> Last update of WHOIS database: 16.11.2026 12:00:00 (EET) <<<\n',
  ch: 'We do not have an entry in our database matching your query.\n',
  de: 'Domain: free.de\nStatus: free\n',
  'com.br': '\n% Copyright (c) Nic.br\n\n% No match for free.com.br\n',
  'com.ar': 'El dominio no se encuentra registrado en NIC Argentina\n',
  'com.au': 'NOT FOUND\r\n',
  'co.nz': 'Not found: free.co.nz\n',
  in: 'Domain not found.\r\n',
  'co.za': 'Available\n',
  is: '% This is the ISNIC Whois server.\n\n% No entries found for query "free.is".\n',
  si: '% This is ARNES whois database\n\n% No entries found for the selected source(s).\n',
  'com.sa': '% SaudiNIC Whois server.\n\n No Match for free.com.sa\n',
  uz: '\n% Uzbekistan Whois Server Version 1.0\n\nSorry, but domain: "free.uz", not found in database\n',
  'co.id': 'DOMAIN NOT FOUND\n',
  it: 'Domain:             free.it\nStatus:             AVAILABLE\n',
  se: '# Copyright (c) 1997- The Swedish Internet Foundation.\ndomain "free.se" not found.\n',
  dk: '# Version: 5.0.2\n\nNo entries found for the selected source.\n',
  cn: 'No matching record.\n',
  kg: 'Data not found. This domain is available for registration.\n',
  pf: 'Domain unknown\n',
  tn: 'NO OBJECT FOUND!\n',
};

/** Refusals and answers without a verdict: none of them says that a name is free, or that it is held. */
export const moreLimits: Readonly<Record<string, string>> = {
  'co.uk':
    '\r\nError for "kith.co.uk".\r\n\r\nthe WHOIS query quota for 192.0.2.9 has been exceeded\r\nand will be replenished in 53 seconds\r\n',
  de: '% Error: 55000000002 Connection refused; access control limit reached.\n',
  ch: 'Requests of this client are not permitted. Please use https://www.nic.ch/whois/ for queries.\n',
  es: 'The IP address used to perform the query is not authorised or has exceeded the established limit for queries.\n',
  'com.br': '% Permission denied.\n',
  'co.nz': '% nz Registry\nquery_status: 440 Request Denied\n',
  in: 'Error: rate limit exceeded. Please try again later.\n',
  se: '% Query rate too high, free capacity is available later. Try again later.\n',
  is: '% WHOIS is available for 10 queries per minute; you have exceeded your limit\n',
};
