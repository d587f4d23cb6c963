/** Content management systems, applications, generators and site builders. Notation: see ../rule.ts. */
export const applications = `
Kirby|cms|h:x-powered-by=kirby >PHP
Grav|cms|g:gravcms >PHP
Backdrop|cms|g:backdrop >PHP
Textpattern|cms|g:textpattern >PHP
Serendipity|cms|g:serendipity >PHP
b2evolution|cms|g:b2evolution >PHP
Dotclear|cms|g:dotclear >PHP
SPIP|cms|g:spip h:composed-by=spip >PHP
Ibexa|cms|g:ibexa h:x-powered-by=ibexa g:ez+platform h:x-powered-by=ez+platform >PHP
Pimcore|cms|h:x-powered-by=pimcore >PHP
Sulu|cms|h:x-generator=sulu >PHP
GetSimple|cms|g:getsimple >PHP
CMS Made Simple|cms|g:cms+made+simple >PHP
Movable Type|cms|g:movable+type
TypePad|cms|g:typepad
Tumblr|cms|h:x-tumblr-user s:assets.tumblr.com
Substack|cms|s:substackcdn.com
beehiiv|cms|s:embeds.beehiiv.com
WriteFreely|cms|g:writefreely
Micro.blog|cms|g:micro.blog
Strikingly|cms|s:static-assets.strikinglycdn.com
Webnode|cms|g:webnode
Zyro|cms|g:zyro
Hostinger Website Builder|cms|g:hostinger+website+builder
GoDaddy Website Builder|cms|g:starfield+technologies s:img1.wsimg.com/blobby
Bubble|cms|h:x-bubble-perf
Softr|cms|s:assets.softr-files.com
Cargo|cms|s:static.cargo.site
Linktree|cms|s:assets.production.linktr.ee
Super|cms|s:assets.super.so
systeme.io|cms|s:d1yei2z3i6k35z.cloudfront.net
HighLevel|cms|s:stcdn.leadconnectorhq.com
ClickFunnels|cms|s:app.clickfunnels.com
Kajabi|cms|s:kajabi-storefronts s:kajabi-app-assets
Thinkific|lms|s:cdn.thinkific.com
Teachable|lms|s:fedora.teachablecdn.com
LearnWorlds|lms|s:.learnworlds.com
Canvas LMS|lms|c:canvas_session
Blackboard|lms|h:x-blackboard-product h:x-blackboard-appserver
Brightspace|lms|c:d2lsessionval c:d2lsecuresessionval
Open edX|lms|c:edxloggedin
Pressbooks|cms|g:pressbooks >WordPress
DokuWiki|wiki|g:dokuwiki c:dokuwiki >PHP
PmWiki|wiki|g:pmwiki >PHP
TiddlyWiki|wiki|g:tiddlywiki m:application-name=tiddlywiki
BookStack|wiki|c:bookstack_session >Laravel
XWiki|wiki|x:data-xwiki-reference >Java
GitBook|documentation|g:gitbook
ReadMe|documentation|s:cdn.readme.io m:readme-deploy
Mintlify|documentation|g:mintlify
Read the Docs|documentation|s:/_/static/javascript/readthedocs
Material for MkDocs|documentation|x:md-header__ >MkDocs
Docsify|documentation|s:docsify
mdBook|documentation|x:id="mdbook-
Doxygen|documentation|g:doxygen
Javadoc|documentation|g:javadoc
TypeDoc|documentation|g:typedoc
pdoc|documentation|g:pdoc
rustdoc|documentation|g:rustdoc
Starlight|documentation|g:starlight >Astro
Quarto|framework|g:quarto
Zola|framework|g:zola
Publii|framework|g:publii
Nikola|framework|g:nikola
Bridgetown|framework|g:bridgetown
Middleman|framework|g:middleman
Gridsome|framework|g:gridsome >Vue.js
Nanoc|framework|g:nanoc
Fresh|framework|x:__frsh >Deno
Livewire|framework|x:+wire:id= x:+wire:snapshot= >Laravel
Inertia.js|framework|x:data-page="{"component"
Koa|framework|c:koa.sess h:x-powered-by=koa >Node.js
Sails|framework|c:sails.sid h:x-powered-by=sails >Node.js
AdonisJS|framework|c:adonis-session >Node.js
Payload|cms|h:x-powered-by=payload
Directus|cms|h:x-powered-by=directus
KeystoneJS|cms|c:keystone.sid
Contentstack|cms|x:images.contentstack.io
Kontent.ai|cms|x:.kc-usercontent.com
Builder.io|cms|x:cdn.builder.io
Plasmic|cms|x:img.plasmic.app
Hygraph|cms|x:.graphassets.com
ButterCMS|cms|x:cdn.buttercms.com
Agility CMS|cms|x:cdn.aglty.io
Cosmic|cms|x:imgix.cosmicjs.com
Crownpeak DXM|cms|x:snippet.omm.crownpeak.com
Magnolia|cms|h:x-magnolia-registration >Java
Jahia|cms|g:jahia >Java
OpenCms|cms|h:server=opencms >Java
dotCMS|cms|c:dotcms.* h:x-dot-server >Java
Hippo|cms|x:/binaries/content/gallery/ >Java
CoreMedia|cms|g:coremedia >Java
Sitefinity|cms|g:sitefinity >ASP.NET
Orchard Core|cms|g:orchard h:x-generator=orchard h:x-powered-by=orchardcore >ASP.NET
mojoPortal|cms|x:mojoportal >ASP.NET
Microsoft SharePoint|cms|h:microsoftsharepointteamservices h:sprequestguid g:microsoft+sharepoint >ASP.NET
Wagtail|cms|x:/static/wagtail s:wagtailuserbar >Django
django CMS|cms|c:cms_toolbar x:cms_toolbar_ >Django
Mezzanine|cms|g:mezzanine >Django
Nextcloud|application|c:nc_samesitecookielax c:nc_samesitecookiestrict >PHP
Redmine|application|c:_redmine_session m:description=redmine >Ruby+on+Rails
GitLab|application|c:_gitlab_session
Gitea|application|c:i_like_gitea >Go
Forgejo|application|c:i_like_forgejo >Go
Gogs|application|c:i_like_gogs >Go
Jira|application|h:x-arequestid c:atlassian.xsrf.token >Java
Jenkins|application|h:x-jenkins h:x-hudson >Java
Grafana|application|c:grafana_session x:grafanaBootData >Go
Kibana|application|h:kbn-name h:kbn-version
Metabase|application|c:metabase.device
phpMyAdmin|application|c:phpmyadmin >PHP
Roundcube|application|c:roundcube_sessid >PHP
Zimbra|application|c:zm_test >Java
Microsoft Exchange|application|h:x-owa-version h:x-feserver >ASP.NET
Odoo|application|g:odoo >Python
Frappe|application|s:/assets/frappe/ >Python
ServiceNow|application|c:glide_user_route
Salesforce Experience Cloud|application|s:/s/sfsites/
Statuspage|application|h:x-statuspage-version
Mastodon|social-network|h:server=mastodon x:id="mastodon"
PeerTube|social-network|x:peertube-
Lemmy|social-network|x:lemmy-site
Flarum|forum|x:flarum-json-payload c:flarum_session >PHP
NodeBB|forum|h:x-powered-by=nodebb >Node.js
MyBB|forum|c:mybb[lastvisit] c:mybb[lastactive] >PHP
Simple Machines Forum|forum|x:smf_scripturl >PHP
Invision Community|forum|c:ips4_* >PHP
WoltLab Suite|forum|x:wcf-app-
Question2Answer|forum|x:qa-body-wrapper >PHP
`;
