/** Analytics, testing, monitoring and advertising. Notation: see ../rule.ts. */
export const measuring = `
GoatCounter|analytics|s:gc.zgo.at s:goatcounter.com/count
Pirsch|analytics|s:api.pirsch.io
Ackee|analytics|x:data-ackee-server
Countly|analytics|s:countly.min.js
Swetrix|analytics|s:swetrix.org/swetrix.js s:swetrix.com/swetrix.js
Panelbear|analytics|s:cdn.panelbear.com
Splitbee|analytics|s:cdn.splitbee.io
Clicky|analytics|s:static.getclicky.com
Gauges|analytics|s:secure.gaug.es
Woopra|analytics|s:static.woopra.com
Kissmetrics|analytics|s:scripts.kissmetrics
Parse.ly|analytics|s:cdn.parsely.com
Mapp Intelligence|analytics|s:webtrekk c:wt3_eid
etracker|analytics|s:code.etracker.com s:static.etracker.com
INFOnline|analytics|s:script.ioam.de
Gemius|analytics|s:hit.gemius.pl s:gemius.pl/xgemius.js
Nielsen|analytics|s:imrworldwide.com
Contentsquare|analytics|s:t.contentsquare.net c:_cs_id
Quantum Metric|analytics|s:cdn.quantummetric.com
Glassbox|analytics|s:cdn.gbqofs.com
Smartlook|analytics|s:rec.smartlook.com s:web-sdk.smartlook.com
Inspectlet|analytics|s:cdn.inspectlet.com
Leadfeeder|analytics|s:sc.lfeeder.com
Albacross|analytics|s:serve.albacross.com
ZoomInfo|analytics|s:ws.zoominfo.com s:js.zi-scripts.com
6sense|analytics|s:j.6sc.co
Demandbase|analytics|s:tag.demandbase.com s:scripts.demandbase.com
Bombora|analytics|s:ml314.com
Clearbit|analytics|s:tag.clearbitscripts.com s:x.clearbitjs.com
RudderStack|analytics|s:cdn.rudderlabs.com
mParticle|analytics|s:jssdkcdns.mparticle.com
Piwik PRO|analytics|s:containers.piwik.pro s:.piwik.pro c:_pk_cvar.*
Pendo|analytics|s:cdn.pendo.io
Siteimprove|analytics|s:siteimproveanalytics
Monsido|analytics|s:app-script.monsido.com
Histats|analytics|s:histats.com
LiveInternet|analytics|x:counter.yadro.ru
Top.Mail.Ru|analytics|s:top-fwz1.mail.ru
Rambler Top100|analytics|s:st.top100.ru
51.LA|analytics|s:js.users.51.la
CNZZ|analytics|s:cnzz.com
Naver Analytics|analytics|s:wcs.naver.net
Sensors Data|analytics|s:sensorsdata
Permutive|analytics|s:cdn.permutive.com s:.edge.permutive.app
Lotame|analytics|s:tags.crwdcntrl.net
Treasure Data|analytics|s:cdn.treasuredata.com
Lytics|analytics|s:c.lytics.io
BlueConic|analytics|s:.blueconic.net
Ensighten|tag-manager|s:nexus.ensighten.com
Commanders Act|tag-manager|s:cdn.tagcommander.com
Kameleoon|testing|s:kameleoon.eu s:kameleoon.io c:kameleoonvisitorcode
Convert Experiences|testing|s:convertexperiments.com
Dynamic Yield|testing|s:cdn.dynamicyield.com s:cdn-eu.dynamicyield.com c:_dyid
Monetate|testing|s:se.monetate.net
LaunchDarkly|testing|s:ldclient.min.js s:launchdarkly-js-client-sdk
GrowthBook|testing|s:@growthbook
Statsig|testing|s:statsig
Google Optimize|testing|s:googleoptimize.com/optimize.js
Adobe Target|testing|s:.tt.omtrdc.net c:mbox
SiteSpect|testing|c:ssid c:ssrt
AppDynamics|monitoring|s:cdn.appdynamics.com
Raygun|monitoring|s:cdn.raygun.io
TrackJS|monitoring|s:cdn.trackjs.com
Honeybadger|monitoring|s:js.honeybadger.io
Elastic APM|monitoring|s:elastic-apm-rum
Grafana Faro|monitoring|s:@grafana/faro
SpeedCurve|monitoring|s:cdn.speedcurve.com
Akamai mPulse|monitoring|s:.go-mpulse.net
Pingdom RUM|monitoring|s:rum-static.pingdom.net
Instana|monitoring|s:eum.instana.io
Noibu|monitoring|s:cdn.noibu.com
Azure Application Insights|monitoring|s:js.monitor.azure.com s:az416426.vo.msecnd.net h:request-context=appid
Request Metrics|monitoring|s:cdn.requestmetrics.com
Xandr|ads|s:acdn.adnxs.com s:ib.adnxs.com
Index Exchange|ads|s:js-sec.indexww.com
Magnite|ads|s:rubiconproject.com
PubMatic|ads|s:ads.pubmatic.com
OpenX|ads|s:openx.net
Sovrn|ads|s:ap.lijit.com
Media.net|ads|s:contextual.media.net
Teads|ads|s:teads.tv
Sharethrough|ads|s:native.sharethrough.com
TripleLift|ads|s:3lift.com
MGID|ads|s:jsc.mgid.com
RevContent|ads|s:revcontent.com
Ezoic|ads|s:ezojs.com s:go.ezoic.net h:x-middleton-response
Mediavine|ads|s:scripts.mediavine.com
Raptive|ads|s:ads.adthrive.com
Freestar|ads|s:a.pub.network
Playwire|ads|s:cdn.intergient.com
Snigel|ads|s:cdn.snigelweb.com
Carbon Ads|ads|s:cdn.carbonads.com
BuySellAds|ads|s:buysellads.com
EthicalAds|ads|s:media.ethicalads.io
AdRoll|ads|s:s.adroll.com c:__adroll
Quora Pixel|ads|s:a.quora.com
Reddit Pixel|ads|s:www.redditstatic.com/ads c:_rdt_uuid
Yahoo DSP|ads|s:s.yimg.com/wi/ytc.js
The Trade Desk|ads|s:js.adsrvr.org
Adform|ads|s:adform.net
Equativ|ads|s:smartadserver.com
Flashtalking|ads|s:flashtalking.com
Sizmek|ads|s:serving-sys.com
Campaign Manager 360|ads|s:fls.doubleclick.net
Google IMA|ads|s:imasdk.googleapis.com
Moat|ads|s:moatads.com
Integral Ad Science|ads|s:adsafeprotected.com
DoubleVerify|ads|s:doubleverify.com
Confiant|ads|s:confiant-integrations.net
GeoEdge|ads|s:rumcdn.geoedge.be
LiveRamp|ads|s:ats.rlcdn.com
ID5|ads|s:cdn.id5-sync.com
Yandex Direct|ads|s:an.yandex.ru s:yandex.ru/ads/
Yahoo Japan Ads|ads|s:s.yimg.jp
LINE Tag|ads|s:d.line-scdn.net
Awin|affiliate|s:dwin1.com
CJ Affiliate|affiliate|s:www.mczbf.com
Impact|affiliate|s:utt.impactcdn.com
ShareASale|affiliate|s:shareasale.com s:shareasale-analytics.com
Skimlinks|affiliate|s:skimresources.com
VigLink|affiliate|s:cdn.viglink.com
Tradedoubler|affiliate|s:tradedoubler.com
TradeTracker|affiliate|s:tradetracker.net
Refersion|affiliate|s:refersion.com
Rewardful|affiliate|s:r.wdfl.co
FirstPromoter|affiliate|s:cdn.firstpromoter.com
`;
