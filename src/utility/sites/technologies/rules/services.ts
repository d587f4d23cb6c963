/** Services that pages use: analytics, sales, chat, consent. Notation: see ../rule.ts. */
export const services = `
Google Analytics|analytics|s:google-analytics.com s:googletagmanager.com/gtag/js c:_ga c:_gid c:_ga_* x:GoogleAnalyticsObject
Google Tag Manager|tag-manager|s:googletagmanager.com/gtm.js x:googletagmanager.com/ns.html x:gtm.start
Matomo|analytics|s:matomo.js s:piwik.js c:_pk_id.* c:_pk_ses.* x:_paq.push s:cdn.matomo.cloud
Plausible|analytics|s:plausible.io/js s:plausible.js
Fathom|analytics|s:cdn.usefathom.com
Simple Analytics|analytics|s:scripts.simpleanalyticscdn.com
Umami|analytics|s:umami.is/script.js s:umami.js s:/umami/script.js
Cloudflare Web Analytics|analytics|s:static.cloudflareinsights.com
Vercel Analytics|analytics|s:/_vercel/insights/ s:/_vercel/speed-insights/
Adobe Analytics|analytics|s:omniture s:s_code.js s:.sc.omtrdc.net c:s_vi c:amcv_*
Adobe Launch|tag-manager|s:assets.adobedtm.com
Tealium|tag-manager|s:tags.tiqcdn.com c:utag_main
Segment|analytics|s:cdn.segment.com c:ajs_anonymous_id
Mixpanel|analytics|s:cdn.mxpnl.com s:mixpanel c:mp_*
Amplitude|analytics|s:cdn.amplitude.com c:amp_* c:amplitude_id*
Heap|analytics|s:cdn.heapanalytics.com c:_hp2_id.*
PostHog|analytics|s:posthog.com/static s:posthog.js s:i.posthog.com c:ph_* x:posthog.init
Hotjar|analytics|s:static.hotjar.com c:_hjsession* x:static.hotjar.com/c/hotjar-
Microsoft Clarity|analytics|s:clarity.ms c:_clck c:_clsk x:clarity.ms/tag
FullStory|analytics|s:fullstory.com/s/fs.js c:fs_uid
Mouseflow|analytics|s:cdn.mouseflow.com
Crazy Egg|analytics|s:script.crazyegg.com
Lucky Orange|analytics|s:tools.luckyorange.com
Piano Analytics|analytics|s:tag.aticdn.net s:.xiti.com
Yandex Metrica|analytics|s:mc.yandex.ru x:mc.yandex.ru c:_ym_uid
Baidu Tongji|analytics|s:hm.baidu.com
Snowplow|analytics|s:snowplow c:_sp_id.*
Chartbeat|analytics|s:static.chartbeat.com
comScore|analytics|s:scorecardresearch.com
Quantcast|analytics|s:quantserve.com
Statcounter|analytics|s:statcounter.com
New Relic|monitoring|s:js-agent.newrelic.com x:NREUM
Sentry|monitoring|s:browser.sentry-cdn.com s:sentry-cdn.com x:Sentry.init
Datadog RUM|monitoring|s:datadoghq-browser-agent.com x:DD_RUM
Dynatrace|monitoring|s:ruxitagentjs c:dtcookie c:rxvisitor
LogRocket|monitoring|s:cdn.logrocket.io s:cdn.lr-ingest.io
Bugsnag|monitoring|s:d2wy8f7a9ursnm.cloudfront.net s:bugsnag.min.js
Rollbar|monitoring|s:rollbar.min.js s:cdn.rollbar.com
Optimizely|testing|s:cdn.optimizely.com c:optimizelyenduserid
VWO|testing|s:dev.visualwebsiteoptimizer.com c:_vwo_uuid
AB Tasty|testing|s:try.abtasty.com c:abtasty
Google Ads|ads|s:googleadservices.com s:googleads.g.doubleclick.net c:_gcl_au
Google AdSense|ads|s:pagead2.googlesyndication.com
Google Publisher Tag|ads|s:securepubads.g.doubleclick.net s:googletagservices.com/tag/js/gpt.js
Meta Pixel|ads|s:/fbevents.js x:facebook.com/tr?id= c:_fbp x:fbq('init'
LinkedIn Insight|ads|s:snap.licdn.com x:_linkedin_partner_id
TikTok Pixel|ads|s:analytics.tiktok.com c:_ttp x:ttq.load
X Ads|ads|s:static.ads-twitter.com
Pinterest Tag|ads|s:s.pinimg.com/ct c:_pin_unauth
Microsoft Advertising|ads|s:bat.bing.com c:_uetsid c:_uetvid
Criteo|ads|s:static.criteo.net
Taboola|ads|s:cdn.taboola.com
Outbrain|ads|s:widgets.outbrain.com
Amazon Ads|ads|s:amazon-adsystem.com
Snap Pixel|ads|s:sc-static.net
Prebid|ads|s:prebid.js
Stripe|payment|s:js.stripe.com c:__stripe_mid c:__stripe_sid
PayPal|payment|s:paypal.com/sdk/js s:paypalobjects.com x:paypal.Buttons
Adyen|payment|s:checkoutshopper-live.adyen.com s:adyen.com/checkoutshopper
Mollie|payment|s:js.mollie.com
Braintree|payment|s:js.braintreegateway.com
Square|payment|s:web.squarecdn.com s:js.squareup.com
Klarna|payment|s:x.klarnacdn.net s:js.klarna.com x:klarna-placement
Checkout.com|payment|s:cdn.checkout.com
Worldpay|payment|s:cdn.worldpay.com s:secure.worldpay.com
Authorize.Net|payment|s:js.authorize.net
Razorpay|payment|s:checkout.razorpay.com
Mercado Pago|payment|s:sdk.mercadopago.com
Afterpay|payment|s:js.afterpay.com s:static.afterpay.com
Affirm|payment|s:cdn1.affirm.com
Amazon Pay|payment|s:static-eu.payments-amazon.com s:static-na.payments-amazon.com
Apple Pay|payment|s:applepay.cdn-apple.com x:ApplePaySession
Google Pay|payment|s:pay.google.com/gp/p/js/pay.js
Shop Pay|payment|x:shop-pay-button x:shopify-payment-button
Paddle|payment|s:cdn.paddle.com
Chargebee|payment|s:js.chargebee.com
Recurly|payment|s:js.recurly.com
Lemon Squeezy|payment|s:assets.lemonsqueezy.com
Coinbase Commerce|payment|s:commerce.coinbase.com
BitPay|payment|s:bitpay.com/bitpay
MultiSafepay|payment|s:multisafepay.com
Buckaroo|payment|s:buckaroo.nl s:buckaroo.io
Worldline|payment|s:payment.direct.worldline-solutions.com s:ogone
Intercom|chat|s:widget.intercom.io s:js.intercomcdn.com c:intercom-id-*
Zendesk|chat|s:static.zdassets.com
Drift|chat|s:js.driftt.com
Crisp|chat|s:client.crisp.chat
Tawk.to|chat|s:embed.tawk.to
LiveChat|chat|s:cdn.livechatinc.com
Tidio|chat|s:code.tidio.co
Olark|chat|s:static.olark.com
Freshchat|chat|s:wchat.freshchat.com
HubSpot|marketing|s:js.hs-scripts.com s:js.hsforms.net s:js.hs-analytics.net c:hubspotutk
Mailchimp|marketing|s:chimpstatic.com s:list-manage.com x:list-manage.com
Klaviyo|marketing|s:static.klaviyo.com c:__kla_id
Marketo|marketing|s:munchkin.marketo.net c:_mkto_trk
Pardot|marketing|s:pi.pardot.com c:visitor_id*
ActiveCampaign|marketing|s:trackcmp.net
Brevo|marketing|s:sibautomation.com
Braze|marketing|s:js.appboycdn.com
OneSignal|marketing|s:cdn.onesignal.com
Cookiebot|consent|s:consent.cookiebot.com
OneTrust|consent|s:cdn.cookielaw.org c:optanonconsent
Didomi|consent|s:sdk.privacy-center.org c:didomi_token
Usercentrics|consent|s:usercentrics.eu
TrustArc|consent|s:consent.trustarc.com
Iubenda|consent|s:cdn.iubenda.com
Osano|consent|s:cmp.osano.com
CookieYes|consent|s:cdn-cookieyes.com c:cookieyes-consent
Complianz|consent|s:/complianz-gdpr c:cmplz_* >WordPress
Axeptio|consent|s:static.axept.io
Sourcepoint|consent|s:sourcepoint.com s:.sp-prod.net
Google reCAPTCHA|security|s:google.com/recaptcha s:gstatic.com/recaptcha
hCaptcha|security|s:hcaptcha.com
Cloudflare Turnstile|security|s:challenges.cloudflare.com/turnstile
DataDome|security|h:x-datadome c:datadome s:js.datadome.co
PerimeterX|security|c:_px3 c:_pxhd c:_pxvid
Auth0|auth|s:cdn.auth0.com
Okta|auth|s:global.oktacdn.com s:ok1static.oktacdn.com
Clerk|auth|s:clerk.accounts.dev c:__clerk_db_jwt
Firebase|backend|s:gstatic.com/firebasejs s:firebase-app.js
Supabase|backend|x:.supabase.co/ s:@supabase/supabase-js
Disqus|comments|s:.disqus.com
Trustpilot|reviews|s:widget.trustpilot.com
Calendly|scheduling|s:assets.calendly.com
AddThis|social|s:s7.addthis.com
ShareThis|social|s:platform-api.sharethis.com
Userlike|chat|s:userlike-cdn-widgets s:userlike.com
`;
