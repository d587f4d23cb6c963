/** Further scripts and styles that pages load. Notation: see ../rule.ts. */
export const libraries = `
Zepto|library|s:zepto.min.js
Dojo|library|s:dojo.js s:/dojo@
YUI|library|s:yui-min.js s:yui.yahooapis.com
Ext JS|library|s:ext-all.js
Knockout|library|s:knockout
Handlebars|library|s:handlebars
Mustache|library|s:mustache.min.js
Ramda|library|s:ramda.min.js
RxJS|library|s:rxjs.umd s:/rxjs@
Redux|library|s:redux.min.js s:/redux@
Vuex|library|s:vuex >Vue.js
Vue Router|library|s:vue-router >Vue.js
Pinia|library|s:pinia.iife s:/pinia@ >Vue.js
petite-vue|library|s:petite-vue
Lit|library|s:lit-html s:lit-element s:/lit@
Polymer|library|s:polymer.html s:polymer.js
Stencil|library|x:data-stencil-namespace
Mithril|library|s:mithril
Riot|library|s:riot.min.js s:/riot@
Inferno|library|s:inferno.min.js
hyperscript|library|s:hyperscript.org
Unpoly|library|s:unpoly
Barba.js|library|s:barba.umd s:barba.min.js s:@barba/core
swup|library|s:swup
Turbolinks|library|s:turbolinks
Day.js|library|s:dayjs
date-fns|library|s:date-fns
Luxon|library|s:luxon
Highcharts|library|s:highcharts
ECharts|library|s:echarts
ApexCharts|library|s:apexcharts
Plotly|library|s:plotly
amCharts|library|s:amcharts
Google Charts|library|s:gstatic.com/charts
Chartist|library|s:chartist
C3.js|library|s:c3.min.js >D3
Vega|library|s:vega.min.js s:/vega@
Mermaid|library|s:mermaid
KaTeX|library|s:katex
MathJax|library|s:mathjax
highlight.js|library|s:highlight.min.js s:highlight.pack.js s:highlightjs/
Prism|library|s:prism.js s:prism.min.js s:/prismjs/
Monaco Editor|library|s:monaco-editor
CodeMirror|library|s:codemirror
Ace|library|s:ace-builds s:/ace.js
TinyMCE|library|s:tinymce
CKEditor|library|s:ckeditor
Quill|library|s:quill.min.js s:quill.js
Froala|library|s:froala
Summernote|library|s:summernote
Select2|library|s:select2
Chosen|library|s:chosen.jquery
Tom Select|library|s:tom-select
Choices.js|library|s:choices.min.js
Flatpickr|library|s:flatpickr
Pikaday|library|s:pikaday
Dropzone|library|s:dropzone
FilePond|library|s:filepond
Uppy|library|s:uppy
SortableJS|library|s:sortable.min.js s:sortablejs
interact.js|library|s:interact.min.js s:interactjs
Hammer.js|library|s:hammer.min.js
FullCalendar|library|s:fullcalendar
DataTables|library|s:datatables
Tabulator|library|s:tabulator-tables s:tabulator.min.js
AG Grid|library|s:ag-grid
Handsontable|library|s:handsontable
SweetAlert2|library|s:sweetalert2
Toastr|library|s:toastr
Popper|library|s:popper.min.js s:popper.js s:@popperjs
Tippy.js|library|s:tippy.js s:tippy-bundle
Floating UI|library|s:@floating-ui
Shepherd|library|s:shepherd.js
Intro.js|library|s:intro.min.js s:intro.js
Splide|library|s:splide
Glide.js|library|s:glide.min.js s:@glidejs
Flickity|library|s:flickity
Tiny Slider|library|s:tiny-slider
bxSlider|library|s:bxslider s:jquery.bxslider
FlexSlider|library|s:flexslider s:jquery.flexslider
Keen Slider|library|s:keen-slider
Embla Carousel|library|s:embla-carousel
Isotope|library|s:isotope.pkgd
Masonry|library|s:masonry.pkgd
imagesLoaded|library|s:imagesloaded
PhotoSwipe|library|s:photoswipe
Magnific Popup|library|s:magnific-popup
lightGallery|library|s:lightgallery
GLightbox|library|s:glightbox
Colorbox|library|s:jquery.colorbox
ScrollMagic|library|s:scrollmagic
ScrollReveal|library|s:scrollreveal
WOW.js|library|s:wow.min.js
Animate.css|library|s:animate.min.css s:animate.css
anime.js|library|s:anime.min.js s:animejs
Velocity.js|library|s:velocity.min.js
Lenis|library|s:lenis.min.js s:/lenis@
Locomotive Scroll|library|s:locomotive-scroll
Rellax|library|s:rellax
particles.js|library|s:particles.min.js s:particles.js
tsParticles|library|s:tsparticles
Typed.js|library|s:typed.min.js s:typed.umd.js
PixiJS|library|s:pixi.min.js s:/pixi.js@
Babylon.js|library|s:babylon.js s:cdn.babylonjs.com
A-Frame|library|s:aframe
model-viewer|library|s:model-viewer
Spline|library|s:@splinetool
Rive|library|s:@rive-app
Phaser|library|s:phaser.min.js s:/phaser@
p5.js|library|s:p5.min.js s:/p5@
Fabric.js|library|s:fabric.min.js
Konva|library|s:konva
Raphael|library|s:raphael.min.js s:raphael-min.js
Howler.js|library|s:howler
wavesurfer.js|library|s:wavesurfer
Headroom.js|library|s:headroom.min.js
clipboard.js|library|s:clipboard.min.js
js-cookie|library|s:js.cookie s:js-cookie
Socket.IO|library|s:socket.io
SockJS|library|s:sockjs
SignalR|library|s:signalr
Workbox|library|s:workbox
instant.page|library|s:instant.page
Quicklink|library|s:quicklink
picturefill|library|s:picturefill
html5shiv|library|s:html5shiv
Respond.js|library|s:respond.min.js
Web Font Loader|library|s:webfont.js s:webfontloader
FingerprintJS|library|s:fingerprintjs s:fpjscdn.net
Parsley|library|s:parsley.min.js
jQuery Validation|library|s:jquery.validate >jQuery
Inputmask|library|s:inputmask
Cleave.js|library|s:cleave.min.js
intl-tel-input|library|s:intl-tel-input s:intltelinput
SystemJS|library|s:systemjs
single-spa|library|s:single-spa
Emotion|library|x:data-emotion= >React
styled-components|library|x:data-styled= >React
Chakra UI|ui|x:class="chakra- >React
Mantine|ui|x:class="mantine- >React
Vuetify|ui|s:vuetify x:v-application >Vue.js
Quasar|ui|x:class="q-layout >Vue.js
Element UI|ui|s:element-ui >Vue.js
Element Plus|ui|s:element-plus >Vue.js
Ionic|ui|s:@ionic x:ion-page
Framework7|ui|s:framework7
Shoelace|ui|s:shoelace
Flowbite|ui|s:flowbite
daisyUI|ui|s:daisyui >Tailwind+CSS
Pico CSS|ui|s:pico.min.css s:@picocss
Milligram|ui|s:milligram
Pure.css|ui|s:pure-min.css s:purecss
Spectre.css|ui|s:spectre.min.css
Tachyons|ui|s:tachyons
normalize.css|ui|s:normalize.min.css s:normalize.css
MDB|ui|s:mdb.min.css s:mdb.min.js
AdminLTE|ui|s:adminlte
CoreUI|ui|s:coreui
W3.CSS|ui|s:w3.css
USWDS|ui|s:uswds
GOV.UK Frontend|ui|s:govuk-frontend
Fluent UI|ui|x:ms-Fabric
Salesforce Lightning Design System|ui|s:salesforce-lightning-design-system
Ionicons|fonts|s:ionicons
Remix Icon|fonts|s:remixicon
Boxicons|fonts|s:boxicons
Feather|fonts|s:feather-icons s:feather.min.js
Lucide|fonts|s:lucide
Phosphor Icons|fonts|s:phosphor-icons
Line Awesome|fonts|s:line-awesome
Tabler Icons|fonts|s:tabler-icons
Iconify|fonts|s:iconify.min.js s:code.iconify.design
Simple Line Icons|fonts|s:simple-line-icons
Twemoji|fonts|s:twemoji
Monotype Fonts|fonts|s:fast.fonts.net
Fontshare|fonts|s:api.fontshare.com
CDNFonts|fonts|s:fonts.cdnfonts.com
`;
