/** Responses in the formats of further registries, with invented holders. */
export const furtherFormats = {
  tr: `** Domain Name: kith.com.tr
Domain Status: Active
Frozen Status: -
Transfer Status: The domain is LOCKED to transfer.

** Registrant:
   Hidden upon user request
   Hidden upon user request

** Registrar:
NIC Handle		: exr123
Organization Name	: Example Registrar Bilisim A.S.
Address			: Ornek Mah.
			  Istanbul,34000
			  Türkiye
Phone			: + 90-212-0000000-
Fax			: +

** Domain Servers:
ns1.kith.com.tr
ns2.kith.com.tr 192.0.2.1

** Additional Info:
Created on..............: 2001-Aug-23.
Expires on..............: 2028-Aug-22.

** Whois Server:
Last Update Time: 2026-11-16T12:00:00+03:00
`,
  il: `
% The data in the WHOIS database of the .il registry is provided
% by ISOC-IL for information purposes, and to assist persons in

query:        kith.co.il

reg-name:     kith
domain:       kith.co.il

descr:        Kith Ltd
descr:        1 Example St
descr:        Tel Aviv
descr:        Israel
phone:        +972 3 0000000
fax-no:       +972 3 0000001
e-mail:       hostmaster AT kith.co.il
admin-c:      II-EX1234-IL
tech-c:       II-EX1234-IL
zone-c:       II-EX1234-IL
nserver:      ns1.kith.co.il
nserver:      ns2.kith.co.il
validity:     29-10-2027
DNSSEC:       unsigned
status:       Transfer Locked
changed:      domain-registrar AT isoc.org.il 19990605 (Assigned)
changed:      domain-registrar AT isoc.org.il 20201031 (Changed)

person:       Ada Writer
address:      Kith Ltd
phone:        +972 3 0000000
e-mail:       ada AT kith.co.il
nic-hdl:      II-EX1234-IL
changed:      domain-registrar AT isoc.org.il 20070101

registrar name: Example Registrar Ltd
registrar info: http://www.registrar.example
`,
  hk: ` 
 -------------------------------------------------------------------------------
 Whois server by HKIRC
 -------------------------------------------------------------------------------
 .hk top level Domain names can be registered via HKIRC-Accredited Registrars. 
 Go to https://www.hkirc.hk/content.jsp?id=280 for details. 
 -------------------------------------------------------------------------------



Domain Name:  KITH.COM.HK 

Domain Status: Active 

DNSSEC:  unsigned

Contract Version:   Refer to registrar

Active variants   

Inactive variants   

Registrar Name: Example Registrar Limited

Registrar Contact Information: Email: support@registrar.example Hotline: +852 00000000 

Reseller:  




Registrant Contact Information:

Company English Name (It should be the same as the registered/corporation name on your Business Register Certificate or relevant documents): KITH LIMITED 
Company Chinese name:  
Address:  1 Example Road 
Country: Hong Kong (HK) 
Email: ada@kith.com.hk  
Domain Name Commencement Date: 22-05-2001
Expiry Date: 30-08-2027 
Re-registration Status:  Complete 



Administrative Contact Information:

Given name:  ADA
Family name:  WRITER
Account Name:  HK000000T



Name Servers Information:

NS1.KITH.COM.HK
NS2.KITH.COM.HK



Status Information:

Domain Prohibit Status: 
`,
  mx: `
Domain Name:       kith.com.mx

Created On:        1998-05-11
Expiration Date:   2027-05-10
Last Updated On:   2026-03-30
Registrar:         Example Registrar S. de R.L.
URL:               https://registrar.example

Registrant:
   Name:           Kith SA de CV
   City:           Ciudad de Mexico
   State:          Ciudad de Mexico
   Country:        Mexico

Administrative Contact:
   Name:           Ada Writer
   City:           Ciudad de Mexico
   State:          Ciudad de Mexico
   Country:        Mexico

Name Servers:
   DNS:            ns1.kith.com.mx
   DNS:            ns2.kith.com.mx

DNSSEC DS Records:


% NOTICE: The expiration date displayed in this record is the date the
% registrar's sponsorship of the domain name registration in the registry is
`,
  cl: `%%
%% This is the NIC Chile Whois server (whois.nic.cl).
%%
%% Rights restricted by copyright.
%% See https://www.nic.cl/normativa/politica-publicacion-de-datos-cl.pdf
%%

Domain name: kith.cl
Registrant name: Kith Limitada
Registrant organisation: 
Registrar name: NIC Chile
Registrar URL: https://www.nic.cl
Creation date: 2002-10-22 17:48:23 CLST
Expiration date: 2027-11-20 14:48:02 CLST
Name server: ns1.kith.cl
Name server: ns2.kith.cl

%%
%% For communication with domain contacts please use website.
`,
  kz: `Whois Server for the KZ top level domain name.
This server is maintained by KazNIC Organization, a ccTLD manager for Kazakhstan Republic.

Domain Name............: kith.kz

Organization Using Domain Name
Name...................: Kith LLP
Organization Name......: Kith LLP
Street Address.........: Example ave 1
City...................: Almaty
State..................: -
Postal Code............: 050000
Country................: KZ

Administrative Contact/Agent
NIC Handle.............: EXAMPLE-KZ1
Name...................: Ada Writer
Phone Number...........: +7.7270000000
Fax Number.............: +7.7270000001
Email Address..........: ada@kith.kz

Nameserver in listed order

Primary server.........: ns1.kith.kz
Primary ip address.....: 192.0.2.1
Secondary server.......: ns2.kith.kz
Secondary ip address...: 192.0.2.2

Domain created: 1999-06-07 13:01:43 (GMT+0:00)
Last modified : 2012-11-28 03:16:59 (GMT+0:00)
Domain status : clientTransferProhibited - status prohibits domain transfer without documents (статус запрещает трансфер домена без документов).
                clientDeleteProhibited - status prohibits domain delete without documents (статус запрещает удаление домена без документов).

Registar created: KAZNIC
Current Registar: EXAMPLE
`,
  rs: `% The data in the Whois database are provided by RNIDS
% for information purposes only and to assist persons in obtaining

Domain name: kith.rs
Domain status: Active https://www.rnids.rs/en/domain-name-status-codes#Active
Registration date: 10.03.2008 12:31:19
Modification date: 09.03.2026 18:41:28
Expiration date: 10.03.2027 12:31:19
Confirmed: 10.03.2008 12:31:19
Registrar: Example Registrar d.o.o.


Registrant: Kith d.o.o.
Address: Primer 1, Beograd, Serbia
Postal Code: 11000
ID Number: 00000000
Tax ID: 000000000

Administrative contact: Kith d.o.o.
Address: Primer 1, Beograd, Serbia

DNS: ns1.kith.rs - 192.0.2.1
DNS: ns2.kith.rs - 


DNSSEC signed: no

Whois Timestamp: 17.11.2026 10:00:00
`,
  by: `Domain Name: kith.by
Registrar: Example Registrar LLC
Person: HIDDEN!
Email: HIDDEN! Details are available at https://whois.cctld.by
Name Server: ns1.kith.by
Name Server: ns2.kith.by
Updated Date: 2026-01-24
Creation Date: 2003-12-13
Expiration Date: 2027-02-13
-------------------------------------------
Service provided by Belarusian Cloud Technologies LLC
`,
  ir: `% This is the IRNIC Whois server v1.6.2.
% Available on web at http://whois.nic.ir/
% Find the terms and conditions of use on http://www.nic.ir/

% NOTE: This output has been filtered.

% Information related to 'kith.ir'


domain:		kith.ir
ascii:		kith.ir
remarks:	(Domain Holder) Kith Co
remarks:	(Domain Holder Address) Example St, Tehran, IR
holder-c:	ki1-irnic
admin-c:	ki1-irnic
tech-c:	ex1-irnic
nserver:	ns1.kith.ir
nserver:	ns2.kith.ir
last-updated:	2025-09-08
expire-date:	2027-12-22
source:		IRNIC # Filtered

nic-hdl:	ki1-irnic
org:		Kith Co
e-mail:		ada@kith.ir
source:		IRNIC # Filtered
`,
  md: `Domain  name    kith.md
Domain state    OK, Delegated
Registered on   2006-05-03
Expires    on   2027-05-03
Nameserver      ns1.kith.md
Nameserver      ns2.kith.md
`,
  gg: `Domain:
     kith.gg

Domain Status:
     Active
     Transfer Prohibited by Registrar

Registrant:
     Kith LLC

Registrar:
     Example Registrar Inc (http://www.registrar.example)

Relevant dates:
     Registered on 30th April 2003 at 00:00:00.000
     Registry fee due on 30th April each year

Registration status:
     Registered until cancelled

Name servers:
     ns1.kith.gg
     ns2.kith.gg

WHOIS lookup made on Tue, 17 Nov 2026 at 10:00:00 GMT
`,
  im: `Domain Name: kith.im
Domain Managers
Name: Example Registrar Inc
Address
1 Example Way
Suite 100
California
United States
Domain Owners / Registrant
Name: Redacted
Address
Redacted
Administrative Contact
Name: Redacted
Expiry Date: 09/09/2027 00:59:16
Name Server:ns1.kith.im. 
Name Server:ns2.kith.im. 
`,
  ae: `Domain Name:                     kith.ae
Registrar ID:                    Example Registrar
Registrar Name:                  Example Registrar
Status:                          clientDeleteProhibited
Status:                          clientTransferProhibited

Registrant Contact ID:           EX-1
Registrant Contact Name:         Ada Writer
Registrant Contact Email:        Visit whois.aeda.net.ae for Web based WhoIs
Registrant Contact Organisation: Kith LLC

Name Server:                     ns1.kith.ae
Name Server:                     ns2.kith.ae
`,
  am: `%
%AM TLD whois server #1
%

   Domain name: kith.am
   Registrar:   Example (Example LLC)
   Status:      active

   Registrant:
      Kith LLC
      1 Example
      Yerevan, 0001
      AM

   Administrative contact:
      Ada Writer
      ada@kith.am
      +374 00000000

   DNS servers (zone signed, 1 DS record):
      ns1.kith.am
      ns2.kith.am

   Registered:    1999-06-05
   Last modified: 2026-04-16
   Expires:       2027-04-15
`,
  th: `
Whois Server Version 2.1.7

Domain Name:       KITH.CO.TH
Registrar:         T.H.NIC Co., Ltd.
Name Server:       NS1.KITH.CO.TH
Name Server:       NS2.KITH.CO.TH
DNSSEC:            unsigned
Status:            ACTIVE
Updated date:      04 Sep 2026
Created date:      08 Oct 1999
Renew date:        07 Oct 2026
Exp date:          07 Oct 2027
Domain Holder Organization: 
Domain Holder Street:  - (Personal Information)
Domain Holder Country:  TH

Tech Contact:      -
Tech Organization: Example
`,
  my: `
Welcome to .my DOMAIN REGISTRY Whois Server

For alternative search,  whois.mynic.my 

Domain Name: kith.com.my
Registry Domain ID: D1A00000
Registrar WHOIS Server: whois.mynic.my
Registrar URL: http://registrar.example
Updated Date: 2026-04-10T03:11:02Z
Creation Date: 2003-05-05T16:00:00Z
Registrar Registration Expiration Date: 2027-05-05T16:00:00Z
Registrar: Example Registrar Sdn Bhd
Registrar IANA ID: 
Registrar Abuse Contact Email: abuse@registrar.example
Registrar Abuse Contact Phone: +60.300000000
Domain Status: ok
Name Server: ns1.kith.com.my
Name Server: ns2.kith.com.my
DNSSEC: unsigned
`,
};

/** How they say that a name is free. */
export const furtherFree: Readonly<Record<string, string>> = {
  tr: 'No match found for "free.com.tr"\n',
  il: '\n% The data in the WHOIS database of the .il registry is provided\n\n% No data was found to match the request criteria.\n',
  hk: ' \n The domain has not been registered.\n',
  mx: 'No_Se_Encontro_El_Objeto/Object_Not_Found\n',
  cl: '%%\n%% This is the NIC Chile Whois server (whois.nic.cl).\n%%\n\nfree.cl: no entries found.\n\n%%\n',
  kz: 'Whois Server for the KZ top level domain name.\nThis server is maintained by KazNIC Organization, a ccTLD manager for Kazakhstan Republic.\n\n*** Nothing found for this query.\n',
  rs: '% The data in the Whois database are provided by RNIDS\n\n%ERROR:103: Domain is not registered\n',
  by: 'Object does not exist\n',
  ir: '% This is the IRNIC Whois server v1.6.2.\n%ERROR:101: no entries found\n% \n% No entries found in the selected source(s).\n',
  md: 'No match for free.md\n',
  gg: 'NOT FOUND\n',
  im: 'The domain free.im was not found.\n',
  ae: 'No Data Found\n',
  am: '%\n%AM TLD whois server #1\n%\n\nNo match\n',
  th: '\nWhois Server Version 2.1.7\n\n% No match for "free.co.th".\n',
  my: '\nWelcome to .my DOMAIN REGISTRY Whois Server\n\nDomain Name [free.com.my] does not exist in database\n',
  sg: 'Domain Not Found\n',
  nz: '% nz Registry\ndomain_name: free.nz\nquery_status: 220 Available\n',
  tw: 'No Found\n',
  ma: 'No Object Found\n',
};

/** A refusal by the server, which says nothing about the name. */
export const furtherLimits: Readonly<Record<string, string>> = {
  org: 'WHOIS LIMIT EXCEEDED - SEE WWW.PIR.ORG/WHOIS FOR DETAILS\r\n',
  com: 'Your connection limit exceeded. Please slow down and try again later.\n',
  fr: '%%\n%% This is the AFNIC Whois server.\n%% Maximum query rate reached\n',
  pl: 'request limit exceeded for 192.0.2.9\n',
  cn: 'Server is busy now, please try again later.\n',
  au: 'BLACKLISTED: You have exceeded the query limit for your network or IP address and have been blacklisted.\n',
  hk: 'Too many queries from your address. Your access is denied for 60 seconds.\n',
  be: '% Excessive querying, grace period of 300 seconds.\n',
  cz: '%ERROR:201: access denied for 192.0.2.9\n%\n% Sorry, access from your host has been permanently denied.\n',
  nl: '192.0.2.9: max queries per second reached\n',
};
