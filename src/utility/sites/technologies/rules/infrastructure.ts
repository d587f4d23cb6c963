/** Servers, languages, networks and hosts. Notation: see ../rule.ts. */
export const infrastructure = `
Cloudflare|cdn|h:cf-ray h:server=cloudflare c:__cf_bm c:__cfduid c:cf_clearance x:/cdn-cgi/
Fastly|cdn|h:x-fastly-request-id h:fastly-debug-digest h:x-served-by=cache-
Akamai|cdn|h:x-akamai-transformed h:x-akamai-request-id h:server=akamaighost h:server=akamainetstorage c:ak_bmsc c:bm_sv c:_abck
Amazon CloudFront|cdn|h:x-amz-cf-id h:x-amz-cf-pop h:via=cloudfront
Google Cloud CDN|cdn|h:cdn-cache-status
Azure Front Door|cdn|h:x-azure-ref h:x-fd-healthprobe
Azure CDN|cdn|h:x-ec-custom-error s:.azureedge.net
Bunny CDN|cdn|h:server=bunnycdn h:cdn-pullzone s:.b-cdn.net
KeyCDN|cdn|h:server=keycdn s:.kxcdn.com
Imperva|cdn|h:x-iinfo h:x-cdn=incapsula h:x-cdn=imperva c:incap_ses_* c:visid_incap_*
Sucuri|cdn|h:x-sucuri-id h:x-sucuri-cache h:server=sucuri
StackPath|cdn|h:x-hw h:x-sp-cache
CDN77|cdn|h:server=cdn77 h:x-77-cache
Edgio|cdn|h:x-ec-cache h:server=ecs h:server=ecacc
Gcore|cdn|h:x-id-fe h:server=g-core
Alibaba Cloud CDN|cdn|h:eagleid h:server=tengine/alicdn >Tengine
Tencent Cloud CDN|cdn|h:x-nws-log-uuid
jsDelivr|library-cdn|s:cdn.jsdelivr.net
cdnjs|library-cdn|s:cdnjs.cloudflare.com
unpkg|library-cdn|s:unpkg.com
Google Hosted Libraries|library-cdn|s:ajax.googleapis.com
Varnish|cache|h:x-varnish h:via=varnish
nginx|server|h:server=nginx
OpenResty|server|h:server=openresty
Apache HTTP Server|server|h:server=apache
Microsoft IIS|server|h:server=microsoft-iis
LiteSpeed|server|h:server=litespeed
Caddy|server|h:server=caddy
Envoy|server|h:server=envoy h:x-envoy-upstream-service-time
Traefik|server|h:server=traefik
Apache Tomcat|server|h:server=apache-coyote/1.1 h:server=apache-coyote/1.0 h:server=tomcat >Java
Jetty|server|h:server=jetty >Java
Gunicorn|server|h:server=gunicorn >Python
Uvicorn|server|h:server=uvicorn >Python
Werkzeug|server|h:server=werkzeug >Python
Phusion Passenger|server|h:server=passenger h:x-powered-by=phusion+passenger
Puma|server|h:server=puma >Ruby
Cowboy|server|h:server=cowboy >Erlang
Kestrel|server|h:server=kestrel >ASP.NET
Google Web Server|server|h:server=gws
Google Frontend|server|h:server=google+frontend
Amazon S3|hosting|h:server=amazons3 h:x-amz-request-id
AWS Elastic Load Balancing|hosting|c:awsalb c:awsalbcors h:server=awselb
Google Cloud Storage|hosting|h:x-goog-storage-class h:x-guploader-uploadid
Google App Engine|hosting|h:x-appengine-resource-usage
Firebase Hosting|hosting|x:/__/firebase/ s:.firebaseapp.com
Microsoft Azure|hosting|c:arraffinity c:arraffinitysamesite h:x-ms-routing-name c:tipmix
Vercel|hosting|h:x-vercel-id h:x-vercel-cache h:server=vercel
Netlify|hosting|h:x-nf-request-id h:server=netlify
GitHub Pages|hosting|h:x-github-request-id h:server=github.com !github.com !githubusercontent.com !githubassets.com !github.dev
GitLab Pages|hosting|h:gitlab-lb
Heroku|hosting|h:via=vegur h:x-heroku-dynos-in-use c:heroku-session-affinity h:nel=heroku
Render|hosting|h:x-render-origin-server h:rndr-id
Fly.io|hosting|h:fly-request-id h:server=fly/
Railway|hosting|h:x-railway-request-id h:server=railway h:x-railway-edge
DigitalOcean App Platform|hosting|h:x-do-app-origin h:x-do-orig-status
WP Engine|hosting|h:wpe-backend h:x-powered-by=wp+engine h:x-cache-group >WordPress
Kinsta|hosting|h:x-kinsta-cache h:ki-edge >WordPress
Pantheon|hosting|h:x-pantheon-styx-hostname h:x-styx-req-id
Acquia|hosting|h:x-ah-environment >Drupal
Platform.sh|hosting|h:x-platform-server h:x-platform-cluster
Flywheel|hosting|h:x-fw-serve h:x-fw-type h:server=flywheel >WordPress
SiteGround|hosting|h:x-sg-id h:sg-f-cache h:host-header=8441280b0c35cbc1147f8ba998a563a7
Hostinger|hosting|h:platform=hostinger h:x-hostinger-datacenter h:server=hcdn
OVHcloud|hosting|h:x-iplb-instance h:x-iplb-request-id c:slbidl
Combell|hosting|h:x-powered-by=combell
PHP|language|h:x-powered-by=php c:phpsessid
Python|language|h:server=python
Java|language|c:jsessionid h:x-powered-by=jsp
Ruby|language|h:server=ruby h:x-runtime
Node.js|language|h:x-powered-by=node h:server=node
Erlang|language|h:server=erlang
Go|language|h:x-powered-by=go
ASP.NET|framework|h:x-aspnet-version h:x-powered-by=asp.net c:asp.net_sessionid c:.aspnetcore.* x:__VIEWSTATE
`;
