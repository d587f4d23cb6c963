/** Further servers, systems, firewalls, hosts and CDNs. Notation: see ../rule.ts. */
export const servers = `
lighttpd|server|h:server=lighttpd
Tengine|server|h:server=tengine
Cherokee|server|h:server=cherokee
Hiawatha|server|h:server=hiawatha
thttpd|server|h:server=thttpd
WEBrick|server|h:server=webrick >Ruby
Thin|server|h:server=thin >Ruby
Unicorn|server|h:server=unicorn >Ruby
Daphne|server|h:server=daphne >Python
Hypercorn|server|h:server=hypercorn-h11 h:server=hypercorn-h2 >Python
Tornado|server|h:server=tornadoserver >Python
aiohttp|server|h:server=aiohttp >Python
CherryPy|server|h:server=cherrypy >Python
Zope|server|h:server=zope >Python
Waitress|server|h:server=waitress >Python
mod_wsgi|server|h:server=mod_wsgi >Python
Undertow|server|h:server=undertow >Java
WildFly|server|h:server=wildfly >Java
JBoss|server|h:x-powered-by=jboss >Java
GlassFish|server|h:server=glassfish h:x-powered-by=glassfish >Java
Payara|server|h:server=payara >Java
Oracle WebLogic|server|h:server=weblogic >Java
IBM HTTP Server|server|h:server=ibm_http_server
WebSphere|server|h:server=websphere >Java
Oracle HTTP Server|server|h:server=oracle-http-server
Resin|server|h:server=resin >Java
Akka HTTP|server|h:server=akka-http >Scala
Netty|server|h:server=netty >Java
Warp|server|h:server=warp
Rocket|server|h:server=rocket >Rust
Mojolicious|framework|h:server=mojolicious >Perl
Swoole|server|h:server=swoole-http-server >PHP
FrankenPHP|server|h:server=frankenphp >PHP
Deno|language|h:server=deno
Bun|language|h:server=bun
Apache Traffic Server|cache|h:server=ats h:via=apachetrafficserver
Squid|cache|h:server=squid h:via=squid
Kong|gateway|h:via=kong h:x-kong-upstream-latency h:x-kong-proxy-latency
Istio|gateway|h:server=istio-envoy >Envoy
APISIX|gateway|h:server=apisix
AWS API Gateway|gateway|h:x-amz-apigw-id
Azure API Management|gateway|h:ocp-apim-trace-location
Google Cloud Load Balancing|hosting|h:via=1.1+google
Google Cloud|hosting|h:x-cloud-trace-context
PageSpeed Module|performance|h:x-mod-pagespeed h:x-page-speed
mod_perl|server|h:server=mod_perl >Perl
Perl|language|h:server=perl
Scala|language|h:x-powered-by=scala
Rust|language|h:x-powered-by=rust
ColdFusion|language|c:cfid c:cftoken
Ubuntu|os|h:server=ubuntu
Debian|os|h:server=debian
CentOS|os|h:server=centos
Red Hat|os|h:server=red+hat
Fedora|os|h:server=fedora
FreeBSD|os|h:server=freebsd
Windows|os|h:server=win32 h:server=win64
OpenSSL|library|h:server=openssl
Plesk|hosting-panel|h:x-powered-by=plesklin h:x-powered-by=pleskwin
cPanel|hosting-panel|h:server=cpsrvd
DirectAdmin|hosting-panel|h:server=directadmin
Clever Cloud|hosting|h:sozu-id
alwaysdata|hosting|h:via=alproxy
GoDaddy|hosting|h:server=dps
Bluehost|hosting|h:host-header=c2hhcmvklmjsdwvob3n0lmnvbq==
Pressable|hosting|h:x-powered-by=pressable >WordPress
WordPress.com|hosting|h:host-header=wordpress.com h:x-hacker >WordPress
WordPress VIP|hosting|h:x-powered-by=wordpress+vip >WordPress
Servebolt|hosting|h:server=servebolt
one.com|hosting|h:x-onecom-cluster-name
Seravo|hosting|h:x-seravo-request-id >WordPress
Nexcess|hosting|h:x-nexcess-cache
Surge|hosting|h:server=surge
Neocities|hosting|h:server=neocities
Deno Deploy|hosting|h:server=deno/gcp h:x-deno-ray >Deno
Azure Storage|hosting|h:server=windows-azure-blob h:x-ms-blob-type
Section|cdn|h:section-io-id
QUIC.cloud|cdn|h:x-qc-pop h:x-qc-cache
Limelight|cdn|h:server=edgeprism
ArvanCloud|cdn|h:server=arvancloud h:ar-sid
Myra|cdn|h:server=myracloud
DDoS-Guard|security|h:server=ddos-guard c:__ddg1_
Qrator|security|h:server=qrator
Reblaze|security|h:server=reblaze c:rbzid
F5 BIG-IP|security|h:server=bigip c:bigipserver*
F5 Distributed Cloud|security|h:server=volt-adc
Citrix NetScaler|security|c:nsc_* h:via=ns-cache
Barracuda WAF|security|c:barra_counter_session
FortiWeb|security|c:fortiwafsid
ModSecurity|security|h:server=mod_security
Wallarm|security|h:server=nginx-wallarm
AWS WAF|security|c:aws-waf-token s:.awswaf.com
Kasada|security|h:x-kpsdk-ct
Radware Bot Manager|security|c:__uzma c:__uzmb
GeeTest|security|s:static.geetest.com
Friendly Captcha|security|s:friendly-challenge s:@friendlycaptcha
Arkose Labs|security|s:arkoselabs.com
ALTCHA|security|s:altcha
Prosopo|security|s:js.prosopo.io
Keycloak|auth|s:keycloak.js c:keycloak_identity
Stytch|auth|s:js.stytch.com
Magic|auth|s:auth.magic.link
Memberstack|auth|s:static.memberstack.com
Outseta|auth|s:cdn.outseta.com
Memberful|auth|s:memberful.com
Google Sign-In|auth|s:accounts.google.com/gsi/client s:apis.google.com/js/platform.js
Sign in with Apple|auth|s:appleid.cdn-apple.com
Login with Amazon|auth|s:assets.loginwithamazon.com
AWS Amplify|backend|s:aws-amplify
Appwrite|backend|s:appwrite
Pusher|backend|s:js.pusher.com
Ably|backend|s:cdn.ably.com s:cdn.ably.io
PubNub|backend|s:cdn.pubnub.com
`;
