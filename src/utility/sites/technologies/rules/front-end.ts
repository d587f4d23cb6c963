/** Scripts and styles that pages load. Notation: see ../rule.ts. */
export const frontEnd = `
jQuery|library|s:jquery.min.js s:jquery.js s:jquery- s:/jquery/ s:jquery.slim
jQuery UI|library|s:jquery-ui s:jquery.ui >jQuery
jQuery Migrate|library|s:jquery-migrate >jQuery
React|library|s:react.production s:react-dom s:/react@ x:data-reactroot x:data-reactid
Preact|library|s:/preact@ s:preact.min.js
Vue.js|library|s:vue.min.js s:vue.js s:vue.global s:/vue@ x:data-v-app x:data-server-rendered="true"
Svelte|library|x:svelte-announcer
Alpine.js|library|s:alpinejs s:alpine.min.js x:+x-data=
htmx|library|s:htmx.org s:htmx.min.js x:+hx-get= x:+hx-post=
Stimulus|library|x:data-action="click-> s:stimulus
Turbo|library|s:turbo.min.js s:@hotwired/turbo
AngularJS|library|x:+ng-app= s:angular.min.js s:angularjs/ s:angular.js
Backbone.js|library|s:backbone-min.js s:backbone.js
Underscore.js|library|s:underscore-min.js s:underscore.min.js
Lodash|library|s:lodash
Moment.js|library|s:moment.min.js s:moment-with-locales
Axios|library|s:axios.min.js s:/axios@ s:/axios/
D3|library|s:d3.min.js s:/d3@ s:d3.v
Chart.js|library|s:chart.min.js s:chart.js s:chart.umd
Three.js|library|s:three.min.js s:/three@
GSAP|library|s:gsap.min.js s:/gsap/ s:/gsap@ s:tweenmax
Swiper|library|s:swiper-bundle s:swiper.min.js s:/swiper@
Slick|library|s:slick.min.js s:slick-carousel
Owl Carousel|library|s:owl.carousel
Lightbox|library|s:lightbox.min.js
FancyBox|library|s:fancybox
Modernizr|library|s:modernizr
RequireJS|library|s:require.min.js s:require.js
core-js|library|s:core-js
Polyfill.io|library|s:polyfill.io
Lazysizes|library|s:lazysizes
AOS|library|s:aos.js s:/aos@
Lottie|library|s:lottie.min.js s:lottie-player s:lottie-web s:dotlottie
Prototype|library|s:prototype.js
MooTools|library|s:mootools
Bootstrap|ui|s:bootstrap.min.css s:bootstrap.min.js s:bootstrap.bundle s:/bootstrap@ s:bootstrap.css
Tailwind CSS|ui|s:cdn.tailwindcss.com s:tailwind.min.css s:tailwind.css x:--tw-ring-offset
Bulma|ui|s:bulma.min.css s:/bulma@
Foundation|ui|s:foundation.min.css s:foundation.min.js
Materialize|ui|s:materialize.min.css s:materialize.min.js
Material UI|ui|x:MuiBox-root x:MuiButton-root >React
Ant Design|ui|x:class="ant- s:antd.min.css >React
UIkit|ui|s:uikit.min.css s:uikit.min.js
Semantic UI|ui|s:semantic.min.css
Font Awesome|fonts|s:font-awesome s:fontawesome s:kit.fontawesome.com
Google Fonts|fonts|s:fonts.googleapis.com s:fonts.gstatic.com
Adobe Fonts|fonts|s:use.typekit.net s:p.typekit.net
Bunny Fonts|fonts|s:fonts.bunny.net
Bootstrap Icons|fonts|s:bootstrap-icons
Elementor|page-builder|g:elementor s:/plugins/elementor/ x:elementor-section >WordPress
Divi|page-builder|s:/themes/divi/ s:/themes/Divi/ x:et_pb_section >WordPress
WPBakery|page-builder|g:wpbakery x:vc_row+ s:js_composer >WordPress
Beaver Builder|page-builder|x:fl-builder-content s:/bb-plugin/ >WordPress
Yoast SEO|seo|x:yoast-schema-graph x:Yoast+SEO+plugin x:yoast.com/wordpress/plugins/seo >WordPress
Rank Math|seo|x:rank-math-schema x:by+Rank+Math >WordPress
All in One SEO|seo|g:all+in+one+seo x:aioseo-schema >WordPress
WP Rocket|performance|x:optimized+by+WP+Rocket s:/wp-rocket/ >WordPress
LiteSpeed Cache|performance|h:x-litespeed-cache s:/litespeed-cache/
W3 Total Cache|performance|x:optimized+by+W3+Total+Cache h:x-powered-by=w3+total+cache >WordPress
Contact Form 7|forms|s:/plugins/contact-form-7/ >WordPress
Gravity Forms|forms|s:/plugins/gravityforms/ >WordPress
Typeform|forms|s:embed.typeform.com
JotForm|forms|s:form.jotform.com
AMP|framework|s:cdn.ampproject.org
Google Maps|maps|s:maps.googleapis.com s:maps.google.com
Mapbox|maps|s:api.mapbox.com
Leaflet|maps|s:leaflet.js s:/leaflet@ s:leaflet.css
OpenLayers|maps|s:openlayers s:/ol@
YouTube|video|s:www.youtube.com/iframe_api x:youtube.com/embed/ x:youtube-nocookie.com/embed/
Vimeo|video|s:player.vimeo.com x:player.vimeo.com/video/
Wistia|video|s:fast.wistia.com s:fast.wistia.net
JW Player|video|s:jwplatform.com s:jwplayer.js
Video.js|video|s:video.min.js s:video-js.css
Cloudinary|media|x:res.cloudinary.com s:res.cloudinary.com
imgix|media|x:.imgix.net
Algolia|search|s:algoliasearch s:.algolianet.com s:@docsearch x:algoliaConfig
Service Worker|pwa|x:serviceWorker.register
Webpack|build|x:webpackJsonp x:webpackChunk
Vite|build|x:/@vite/client x:vite-plugin-pwa
`;
