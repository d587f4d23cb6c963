/** What a site is built with: content management, shops and frameworks. Notation: see ../rule.ts. */
export const sites = `
WordPress|cms|g:wordpress h:link=api.w.org h:x-pingback=xmlrpc.php x:/wp-content/ x:/wp-includes/ s:/wp-content/ s:/wp-includes/ c:wordpress_* >PHP
Drupal|cms|g:drupal h:x-drupal-cache h:x-drupal-dynamic-cache h:x-generator=drupal x:data-drupal- x:drupalSettings s:/sites/default/files/ >PHP
Joomla|cms|g:joomla h:x-content-encoded-by=joomla x:/media/jui/ x:/media/system/js/ s:/media/vendor/joomla >PHP
TYPO3|cms|g:typo3 x:/typo3conf/ x:/typo3temp/ s:/typo3temp/ >PHP
Wix|cms|h:server=pepyaka g:wix.com h:x-wix-request-id s:static.parastorage.com s:static.wixstatic.com
Squarespace|cms|g:squarespace h:server=squarespace s:static1.squarespace.com s:assets.squarespace.com x:Static.SQUARESPACE_CONTEXT
Webflow|cms|g:webflow x:data-wf-site x:data-wf-page s:assets.website-files.com s:cdn.prod.website-files.com
Weebly|cms|g:weebly s:cdn1.editmysite.com s:cdn2.editmysite.com
Ghost|cms|g:ghost h:x-ghost-cache-status
Blogger|cms|g:blogger s:www.blogger.com/static
Medium|cms|x:cdn-client.medium.com s:cdn-client.medium.com
HubSpot CMS|cms|g:hubspot h:x-hs-hub-id h:x-hs-cache-control s:/hs/hsstatic/
Contentful|cms|x:images.ctfassets.net s:.ctfassets.net
Sanity|cms|x:cdn.sanity.io
Strapi|cms|h:x-powered-by=strapi
Storyblok|cms|x:a.storyblok.com
Prismic|cms|x:images.prismic.io s:static.cdn.prismic.io
DatoCMS|cms|x:www.datocms-assets.com
Craft CMS|cms|h:x-powered-by=craft+cms c:craftsessionid >PHP
October CMS|cms|c:october_session s:/modules/system/assets/js/framework >PHP
Umbraco|cms|g:umbraco h:x-umbraco-version s:/umbraco/ >ASP.NET
Sitecore|cms|c:sc_analytics_global_cookie x:/-/media/
Kentico|cms|g:kentico c:cmspreferredculture >ASP.NET
Optimizely CMS|cms|g:episerver c:epi:* >ASP.NET
Adobe Experience Manager|cms|x:/etc.clientlibs/ x:/etc/designs/ x:/content/dam/ s:/etc.clientlibs/ >Java
Liferay|cms|h:liferay-portal x:Liferay.ThemeDisplay c:guest_language_id >Java
Plone|cms|g:plone >Python
Concrete CMS|cms|g:concrete5 g:concrete+cms c:concrete >PHP
MODX|cms|h:x-powered-by=modx >PHP
ProcessWire|cms|h:x-powered-by=processwire >PHP
SilverStripe|cms|g:silverstripe >PHP
Statamic|cms|h:x-powered-by=statamic >Laravel
Contao|cms|g:contao >PHP
Neos|cms|h:x-flow-powered=neos >PHP
DNN|cms|g:dotnetnuke c:dotnetnukeanonymous >ASP.NET
Bitrix|cms|h:x-powered-cms=bitrix c:bitrix_sm_* s:/bitrix/ >PHP
Tilda|cms|s:static.tildacdn.com x:data-tilda-page-id
Duda|cms|s:irp.cdn-website.com s:lirp.cdn-website.com
Jimdo|cms|g:jimdo s:assets.jimstatic.com
Framer|cms|g:framer h:server=framer s:framerusercontent.com
Carrd|cms|g:carrd
Notion|cms|x:notion-app-inner h:x-notion-request-id
Discourse|forum|g:discourse h:x-discourse-route x:data-discourse-setup >Ruby
phpBB|forum|x:id="phpbb" c:phpbb3_* >PHP
vBulletin|forum|g:vbulletin c:bb_sessionhash >PHP
XenForo|forum|c:xf_csrf c:xf_session x:data-xf-init >PHP
MediaWiki|cms|g:mediawiki x:wgCanonicalNamespace >PHP
Confluence|cms|h:x-confluence-request-time m:confluence-base-url=http
Moodle|lms|c:moodlesession x:M.cfg+= >PHP
Hugo|framework|g:hugo
Jekyll|framework|g:jekyll
Hexo|framework|g:hexo
Pelican|framework|g:pelican
Eleventy|framework|g:eleventy
VuePress|framework|g:vuepress >Vue.js
VitePress|framework|g:vitepress >Vue.js
Docusaurus|framework|g:docusaurus x:__docusaurus >React
MkDocs|framework|g:mkdocs
Sphinx|framework|s:_static/documentation_options.js
Gatsby|framework|g:gatsby x:___gatsby >React
Next.js|framework|h:x-powered-by=next.js h:x-nextjs-cache h:x-nextjs-prerender x:__NEXT_DATA__ s:/_next/static/ >React
Nuxt|framework|x:__NUXT__ x:__NUXT_DATA__ s:/_nuxt/ >Vue.js
Remix|framework|x:__remixContext >React
SvelteKit|framework|x:__sveltekit_ s:/_app/immutable/ x:data-sveltekit- >Svelte
Astro|framework|g:astro s:/_astro/ x:astro-island
Angular|framework|x:+ng-version=
Qwik|framework|x:q:container=
SolidStart|framework|x:_$HY=
Blazor|framework|s:_framework/blazor >ASP.NET
Laravel|framework|c:laravel_session >PHP
Symfony|framework|h:x-debug-token c:sf_redirect >PHP
CodeIgniter|framework|c:ci_session >PHP
CakePHP|framework|c:cakephp >PHP
Yii|framework|m:csrf-param=_csrf c:yii_csrf_token c:_csrf-frontend >PHP
Django|framework|c:csrftoken c:django_language x:csrfmiddlewaretoken >Python
Flask|framework|h:x-powered-by=flask >Python
Ruby on Rails|framework|h:x-powered-by=rails m:csrf-param=authenticity_token x:data-turbolinks-track x:data-turbo-track c:_rails_session >Ruby
Express|framework|h:x-powered-by=express c:connect.sid >Node.js
Spring|framework|h:x-application-context h:x-powered-by=spring >Java
Play Framework|framework|c:play_session c:play_flash >Java
Phoenix|framework|x:phx-main x:data-phx-session >Erlang
Meteor|framework|x:__meteor_runtime_config__ >Node.js
Ember.js|framework|x:ember-application x:data-ember-
Shopify|ecommerce|h:x-shopid h:x-shopify-stage h:powered-by=shopify c:_shopify_y c:_shopify_s s:cdn.shopify.com x:Shopify.theme
WooCommerce|ecommerce|g:woocommerce s:/plugins/woocommerce/ x:woocommerce-page c:woocommerce_cart_hash >WordPress
Magento|ecommerce|h:x-magento-cache-debug h:x-magento-tags c:mage-cache-storage c:mage-messages s:/static/frontend/ x:Magento_ x:/skin/frontend/ >PHP
PrestaShop|ecommerce|g:prestashop h:powered-by=prestashop c:prestashop-* >PHP
OpenCart|ecommerce|c:ocsessid s:catalog/view/javascript >PHP
Shopware|ecommerce|h:sw-context-token h:sw-version-id s:/bundles/storefront/ >PHP
BigCommerce|ecommerce|s:cdn11.bigcommerce.com s:.mybigcommerce.com c:shop_session_token
Salesforce Commerce Cloud|ecommerce|c:dwsid c:dwanonymous_* s:/on/demandware.static/ x:demandware.static
SAP Commerce|ecommerce|c:_hybris.* x:/medias/sys_master/ >Java
Ecwid|ecommerce|s:app.ecwid.com
Lightspeed eCom|ecommerce|s:cdn.webshopapp.com
Snipcart|ecommerce|s:cdn.snipcart.com
Spree|ecommerce|x:Spree.api_key >Ruby+on+Rails
nopCommerce|ecommerce|g:nopcommerce c:.nop.* >ASP.NET
VTEX|ecommerce|h:powered=vtex c:vtex_session s:.vteximg.com.br s:.vtexassets.com
`;
