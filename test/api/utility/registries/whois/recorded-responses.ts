/** Recorded responses of WHOIS servers, without their terms of use and personal names. */
export const recordedResponses: Readonly<Record<string, string>> = {
  'google.it': `
*********************************************************************
* Please note that the following result could be a subgroup of      *
*********************************************************************

Domain:             google.it
Status:             ok
Signed:             no
Created:            1999-12-10 00:00:00
Last Update:        2019-05-07 01:04:50
Expire Date:        2020-04-21

Registrant
  Organization:     Google Ireland Holdings Unlimited Company
  Address:          70 Sir John Rogerson's Quay
                    Dublin
                    2
  Created:          2018-03-02 19:04:02
  Last Update:      2018-03-02 19:04:02

Registrar
  Organization:     MarkMonitor International Limited
  Name:             MARKMONITOR-REG
  Web:              https://www.markmonitor.com/
  DNSSEC:           no


Nameservers
  ns1.google.com
  ns2.google.com
`,
  'google.se': `# Copyright (c) 1997- The Swedish Internet Foundation.
#
state:            active
domain:           google.se
holder:           mmr8008-171440
created:          2003-08-27
modified:         2022-09-01
expires:          2023-10-20
transferred:      2009-03-06
nserver:          ns1.google.com
nserver:          ns2.google.com
dnssec:           unsigned delegation
registry-lock:    locked
status:           serverUpdateProhibited
registrar:        MarkMonitor Inc
`,
  'google.dk': `# Version: 5.0.2
#

Domain:               google.dk
DNS:                  google.dk
Registered:           1999-01-10
Expires:              2023-03-31
Registrar:            MarkMonitor Inc.
Registration period:  1 year
VID:                  no
DNSSEC:               Unsigned delegation, DNSSEC disabled, no records
Status:               Active

Nameservers
Hostname:             ns1.google.com
Hostname:             ns2.google.com
`,
  'google.cn': `Domain Name: google.cn
ROID: 20030311s10001s00033735-cn
Domain Status: clientDeleteProhibited
Domain Status: serverDeleteProhibited
Registrant ID: ename_el7lxxxazw
Registrant: 北京谷翔信息技术有限公司
Registrant Contact Email: dns-admin@google.com
Sponsoring Registrar: 厦门易名科技股份有限公司
Name Server: ns2.google.com
Name Server: ns1.google.com
Registration Time: 2003-03-17 12:20:05
Expiration Time: 2021-03-17 12:48:36
DNSSEC: unsigned

`,
  'google.eu': `% WHOIS google.eu
Domain: google.eu
Script: LATIN

Registrant:
        NOT DISCLOSED!
        Visit www.eurid.eu for webbased WHOIS.

Onsite(s):
        NOT DISCLOSED!
        Visit www.eurid.eu for webbased WHOIS.

Registrar:
        Name: MarkMonitor Inc.
        Website: https://www.markmonitor.com/

Name servers:
        ns3.google.com
        ns4.google.com

Please visit www.eurid.eu for more info.

`,
  'google.ee': `Search results may not be used for commercial, advertising, recompilation,
repackaging, redistribution, reuse, obscuring or other similar activities.

Estonia .ee Top Level Domain WHOIS server

Domain:
name:       google.ee
status:     ok (paid and in zone)
registered: 2010-07-04 04:34:46 +03:00
changed:    2020-10-20 20:40:09 +03:00
expire:     2021-11-09
outzone:    
delete:     

Registrant:
name:       Google LLC
org id:     3582691
country:    US
changed:    2020-10-20 20:40:09 +03:00

Registrar:
name:       Zone Media OÜ
url:        http://www.zone.ee
phone:      +372 6886886
changed:    2020-07-01 13:55:58 +03:00

Name servers:
nserver:   ns1.google.com
nserver:   ns2.google.com
changed:   2010-11-10 14:15:06 +02:00


Estonia .ee Top Level Domain WHOIS server
More information at http://internet.ee

`,
  'google.ro': `
% The WHOIS service offered by ROTLD


  Domain Name: google.ro
  Registered On: 2000-07-17
  Expires On: 2020-09-16
  Registrar: MarkMonitor Inc.
  Referral URL: www.markmonitor.com

  DNSSEC: Inactive

  Nameserver: ns1.google.com
  Nameserver: ns2.google.com

  Domain Status: UpdateProhibited



`,
  'google.sk': `Domain:                       google.sk
Created:                      2003-07-24
Valid Until:                  2025-07-24
Updated:                      2024-06-22
Domain Status:                clientTransferProhibited, clientUpdateProhibited
Nameserver:                   ns1.google.com
Nameserver:                   ns2.google.com

Domain registrant:            mmr-170347
Name:                         Domain Administrator
Organization:                 Google Ireland Holdings Unlimited Company
Authorised Registrar:         MARK-0292
Created:                      2019-06-07
Updated:                      2019-06-07

Registrar:                    MARK-0292
Name:                         MarkMonitor International Limited
Organization:                 MarkMonitor International Limited
Email:                        registry.admin@markmonitor.com
Created:                      2018-06-27
Updated:                      2024-09-30

Technical Contact:            mmr-170347
Name:                         Domain Administrator
Created:                      2019-06-07
`,
};
