/** WordPress themes and plugins, by the folder that a page loads from. Notation: see ../rule.ts. */
export const wordpress = `
Astra|theme|s:/themes/astra/ >WordPress
GeneratePress|theme|s:/themes/generatepress/ >WordPress
OceanWP|theme|s:/themes/oceanwp/ >WordPress
Kadence|theme|s:/themes/kadence/ >WordPress
Avada|theme|s:/themes/avada/ >WordPress
Enfold|theme|s:/themes/enfold/ >WordPress
BeTheme|theme|s:/themes/betheme/ >WordPress
Flatsome|theme|s:/themes/flatsome/ >WordPress
Hello Elementor|theme|s:/themes/hello-elementor/ >WordPress
Storefront|theme|s:/themes/storefront/ >WordPress
Neve|theme|s:/themes/neve/ >WordPress
Blocksy|theme|s:/themes/blocksy/ >WordPress
Salient|theme|s:/themes/salient/ >WordPress
The7|theme|s:/themes/dt-the7/ >WordPress
Newspaper|theme|s:/themes/newspaper/ >WordPress
Genesis|theme|s:/themes/genesis/ >WordPress
Bricks|page-builder|s:/themes/bricks/ >WordPress
Oxygen|page-builder|s:/oxygen/component-framework >WordPress
Breakdance|page-builder|s:/plugins/breakdance/ >WordPress
Spectra|page-builder|s:/plugins/ultimate-addons-for-gutenberg/ >WordPress
Thrive Architect|page-builder|s:/plugins/thrive-visual-editor/ >WordPress
Visual Composer|page-builder|s:/plugins/visualcomposer/ >WordPress
Brizy|page-builder|s:/plugins/brizy/ >WordPress
Fusion Builder|page-builder|s:/plugins/fusion-builder/ >WordPress
Jetpack|plugin|s:/plugins/jetpack/ s:stats.wp.com >WordPress
Site Kit|analytics|g:site+kit+by+google >WordPress
MonsterInsights|analytics|s:/plugins/google-analytics-for-wordpress/ s:/plugins/google-analytics-premium/ >WordPress
WPForms|forms|s:/plugins/wpforms >WordPress
Ninja Forms|forms|s:/plugins/ninja-forms/ >WordPress
Formidable Forms|forms|s:/plugins/formidable/ >WordPress
Fluent Forms|forms|s:/plugins/fluentform/ >WordPress
Slider Revolution|library|g:slider+revolution s:/plugins/revslider/ >WordPress
LayerSlider|library|s:/plugins/layerslider/ >WordPress
Smart Slider 3|library|s:/plugins/smart-slider-3/ >WordPress
WPML|translation|g:wpml s:/plugins/sitepress-multilingual-cms/ >WordPress
Polylang|translation|c:pll_language >WordPress
TranslatePress|translation|s:/plugins/translatepress-multilingual/ >WordPress
Autoptimize|performance|s:/cache/autoptimize/ >WordPress
WP Super Cache|performance|h:wp-super-cache >WordPress
WP Fastest Cache|performance|s:/wpfc-minified/ >WordPress
WP-Optimize|performance|s:/cache/wpo-minify/ >WordPress
SiteGround Optimizer|performance|s:/siteground-optimizer-assets/ >WordPress
Perfmatters|performance|s:/plugins/perfmatters/ >WordPress
Smush|performance|s:/plugins/wp-smushit/ >WordPress
EWWW Image Optimizer|performance|s:/plugins/ewww-image-optimizer/ >WordPress
NitroPack|performance|h:x-nitro-cache s:.nitrocdn.com
Akismet|security|s:/plugins/akismet/ >WordPress
Wordfence|security|c:wfvt_* s:/plugins/wordfence/ >WordPress
bbPress|forum|s:/plugins/bbpress/ >WordPress
BuddyPress|social-network|s:/plugins/buddypress/ >WordPress
Easy Digital Downloads|ecommerce|g:easy+digital+downloads s:/plugins/easy-digital-downloads/ >WordPress
SureCart|ecommerce|s:/plugins/surecart/ >WordPress
MemberPress|membership|s:/plugins/memberpress/ >WordPress
Ultimate Member|membership|s:/plugins/ultimate-member/ >WordPress
Paid Memberships Pro|membership|s:/plugins/paid-memberships-pro/ >WordPress
LearnDash|lms|s:/plugins/sfwd-lms/ >WordPress
LearnPress|lms|s:/plugins/learnpress/ >WordPress
Tutor LMS|lms|s:/plugins/tutor/ >WordPress
GiveWP|payment|s:/plugins/give/ >WordPress
The Events Calendar|scheduling|s:/plugins/the-events-calendar/ >WordPress
Amelia|scheduling|s:/plugins/ameliabooking/ >WordPress
TablePress|plugin|s:/plugins/tablepress/ >WordPress
Popup Maker|marketing|s:/plugins/popup-maker/ >WordPress
MailPoet|marketing|s:/plugins/mailpoet/ >WordPress
MC4WP|marketing|s:/plugins/mailchimp-for-wp/ >WordPress
Hustle|marketing|s:/plugins/wordpress-popup/ >WordPress
Smash Balloon|widgets|s:/plugins/instagram-feed/ s:/plugins/custom-facebook-feed/ >WordPress
SEOPress|seo|s:/plugins/wp-seopress/ >WordPress
The SEO Framework|seo|s:/plugins/autodescription/ >WordPress
Advanced Ads|ads|s:/plugins/advanced-ads/ >WordPress
Ad Inserter|ads|s:/plugins/ad-inserter/ >WordPress
Download Monitor|plugin|s:/plugins/download-monitor/ >WordPress
WP Job Manager|plugin|s:/plugins/wp-job-manager/ >WordPress
WooCommerce Stripe|payment|s:/plugins/woocommerce-gateway-stripe/ >WooCommerce
WooPayments|payment|s:/plugins/woocommerce-payments/ >WooCommerce
YITH Wishlist|ecommerce|s:/plugins/yith-woocommerce-wishlist/ >WooCommerce
Essential Addons for Elementor|page-builder|s:/plugins/essential-addons-for-elementor-lite/ >Elementor
`;
