/**
 * Visitor engagement: chat, e-mail, reviews, consent, forms, booking, accessibility. Notation: see
 * ../rule.ts.
 */
export const engagement = `
Gorgias|chat|s:config.gorgias.chat
Help Scout|chat|s:beacon-v2.helpscout.net
Front Chat|chat|s:chat-assets.frontapp.com
Kustomer|chat|s:cdn.kustomerapp.com
Gladly|chat|s:cdn.gladly.com
Dixa|chat|s:messenger.dixa.io
LivePerson|chat|s:lptag.liveperson.net
Genesys Cloud|chat|s:apps.mypurecloud
Salesforce Live Agent|chat|s:.salesforceliveagent.com
Zoho SalesIQ|chat|s:salesiq.zoho
Smartsupp|chat|s:smartsuppchat.com
JivoChat|chat|s:code.jivosite.com s:code.jivo.ru
Chatra|chat|s:call.chatra.io
Chatwoot|chat|x:chatwootSDK
Chaport|chat|s:app.chaport.com
Gist|chat|s:widget.getgist.com
Re:amaze|chat|s:cdn.reamaze.com
Trengo|chat|s:static.widget.trengo.eu
Landbot|chat|s:static.landbot.io
Voiceflow|chat|s:cdn.voiceflow.com
Botpress|chat|s:cdn.botpress.cloud
Chatbase|chat|s:chatbase.co/embed
Ada|chat|s:static.ada.support
Podium|chat|s:connect.podium.com
Pure Chat|chat|s:app.purechat.com
SnapEngage|chat|s:snapengage.com
Comm100|chat|s:comm100.com
ManyChat|chat|s:widget.manychat.com
Freshworks Widget|chat|s:widget.freshworks.com
UserVoice|feedback|s:widget.uservoice.com
Kayako|chat|s:kayakocdn.com
Customerly|chat|s:widget.customerly.io
Qualified|chat|s:js.qualified.com
Channel Talk|chat|s:cdn.channel.io
Appcues|onboarding|s:fast.appcues.com
WalkMe|onboarding|s:cdn.walkme.com
Chameleon|onboarding|s:fast.trychameleon.com
Userpilot|onboarding|s:js.userpilot.io
Userflow|onboarding|s:js.userflow.com
Beamer|feedback|s:app.getbeamer.com
Headway|feedback|s:cdn.headwayapp.co
Canny|feedback|s:canny.io/sdk.js
Customer.io|marketing|s:assets.customer.io
Iterable|marketing|s:js.iterable.com
Omnisend|marketing|s:omnisrc.com
Drip|marketing|s:tag.getdrip.com
Kit|marketing|s:f.convertkit.com s:app.convertkit.com
GetResponse|marketing|s:.gr-cdn.com s:app.getresponse.com
AWeber|marketing|s:forms.aweber.com
MailerLite|marketing|s:static.mailerlite.com s:assets.mailerlite.com
Constant Contact|marketing|s:static.ctctcdn.com
Campaign Monitor|marketing|s:js.createsend1.com
SAP Emarsys|marketing|s:cdn.scarabresearch.com s:static.scarabresearch.com
Listrak|marketing|s:cdn.listrakbi.com
Attentive|marketing|s:cdn.attn.tv
Postscript|marketing|s:sdk.postscript.io
Privy|marketing|s:widget.privy.com
Justuno|marketing|s:cdn.justuno.com
OptinMonster|marketing|s:a.omappapi.com s:a.optmnstr.com
Sumo|marketing|s:load.sumo.com
Wisepops|marketing|s:wisepops
Sleeknote|marketing|s:sleeknotecustomerscripts
Poptin|marketing|s:cdn.popt.in
Unbounce|marketing|s:.ubembed.com h:x-unbounce-pageid
Keap|marketing|s:infusionsoft
Ontraport|marketing|s:optassets.ontraport.com
Eloqua|marketing|s:img.en25.com c:eloqua
Act-On|marketing|s:.actonsoftware.com
Mautic|marketing|s:/mtc.js c:mautic_device_id c:mtc_id
SALESmanago|marketing|s:salesmanago
CleverTap|marketing|s:clevertap
MoEngage|marketing|s:cdn.moengage.com
WebEngage|marketing|s:widgets.in.webengage.com s:cdn.widgets.webengage.com
Insider|marketing|s:.api.useinsider.com
Airship|marketing|s:aswpsdkus.com s:aswpsdkeu.com
Pushwoosh|marketing|s:cdn.pushwoosh.com
PushEngage|marketing|s:pushengage.com
iZooto|marketing|s:cdn.izooto.com
Sailthru|marketing|s:ak.sail-horizon.com c:sailthru_hid
Salesforce Personalization|marketing|s:cdn.evgnet.com
Bloomreach|marketing|s:brxcdn.com s:exponea
Rebuy|marketing|s:rebuyengine.com
Nosto|marketing|s:connect.nosto.com
Clerk.io|marketing|s:cdn.clerk.io
Leadpages|marketing|s:static.leadpages.net
Instapage|marketing|h:x-instapage s:cdn.instapagemetrics.com
Yotpo|reviews|s:staticw2.yotpo.com
Feefo|reviews|s:api.feefo.com
Bazaarvoice|reviews|s:apps.bazaarvoice.com
PowerReviews|reviews|s:ui.powerreviews.com
Judge.me|reviews|s:cdn.judge.me s:cdnwidget.judge.me
Loox|reviews|s:loox.io
Stamped|reviews|s:cdn1.stamped.io
Okendo|reviews|s:okendo
Reviews.io|reviews|s:widget.reviews.io
Trusted Shops|reviews|s:widgets.trustedshops.com
eKomi|reviews|s:ekomi.com s:ekomi.de
Elfsight|widgets|s:apps.elfsight.com s:static.elfsight.com
Curator.io|widgets|s:cdn.curator.io
Juicer|widgets|s:assets.juicer.io
Walls.io|widgets|s:walls.io/js
POWR|widgets|s:powr.io
LightWidget|widgets|s:cdn.lightwidget.com
SnapWidget|widgets|s:snapwidget.com
InMobi Choice|consent|s:cmp.quantcast.com s:cmp.inmobi.com
Cookie-Script|consent|s:cdn.cookie-script.com c:cookiescriptconsent
Termly|consent|s:app.termly.io
CookieFirst|consent|s:consent.cookiefirst.com
Cookie Information|consent|s:policy.app.cookieinformation.com
CookieHub|consent|s:cookiehub
Klaro|consent|s:klaro.js s:/klaro/
tarteaucitron|consent|s:tarteaucitron c:tarteaucitron
Cookie Consent|consent|s:cookieconsent.min.js s:cookieconsent.umd.js c:cookieconsent_status
Borlabs Cookie|consent|s:/borlabs-cookie/ c:borlabs-cookie >WordPress
consentmanager|consent|s:delivery.consentmanager.net
Ketch|consent|s:global.ketchcdn.com
Transcend|consent|s:transcend-cdn.com
Civic Cookie Control|consent|s:cc.cdn.civiccomputing.com
Crownpeak|consent|s:c.evidon.com
Securiti|consent|s:cdn-prod.securiti.ai
TrustCommander|consent|s:cdn.trustcommander.net
Sirdata|consent|s:cache.consentframework.com
Google Funding Choices|consent|s:fundingchoicesmessages.google.com
Cookie Notice|consent|s:/plugins/cookie-notice/ >WordPress
Real Cookie Banner|consent|s:/plugins/real-cookie-banner >WordPress
Enzuzo|consent|s:app.enzuzo.com
Google Forms|forms|x:docs.google.com/forms/
Tally|forms|s:tally.so/widgets
Formspree|forms|x:formspree.io/
Formstack|forms|s:formstack.com
Wufoo|forms|s:wufoo.com
SurveyMonkey|forms|s:widget.surveymonkey.com
Paperform|forms|s:paperform.co
Cognito Forms|forms|s:cognitoforms.com
Fillout|forms|s:server.fillout.com
Netlify Forms|forms|x:data-netlify="true"
HubSpot Meetings|scheduling|s:meetingsembedcode
Pipedrive LeadBooster|chat|s:leadbooster-chat.pipedrive.com
Qualtrics|feedback|s:siteintercept.qualtrics.com
Medallia|feedback|s:medallia
Usabilla|feedback|s:w.usabilla.com
Survicate|feedback|s:survey.survicate.com
Refiner|feedback|s:js.refiner.io
Sprig|feedback|s:cdn.sprig.com
Qualaroo|feedback|s:cl.qualaroo.com
Mopinion|feedback|s:deploy.mopinion.com
Marker.io|feedback|s:edge.marker.io
Usersnap|feedback|s:widget.usersnap.com
BugHerd|feedback|s:www.bugherd.com
Userback|feedback|s:static.userback.io
Acuity Scheduling|scheduling|s:embed.acuityscheduling.com
Cal.com|scheduling|s:app.cal.com/embed
Chili Piper|scheduling|s:js.chilipiper.com
OpenTable|scheduling|s:www.opentable.com/widget
Resy|scheduling|s:widgets.resy.com
SevenRooms|scheduling|s:sevenrooms.com
Mindbody|scheduling|s:widgets.mindbodyonline.com
SimplyBook.me|scheduling|s:widget.simplybook
FareHarbor|scheduling|s:fareharbor.com
Bokun|scheduling|s:widgets.bokun.io
Eventbrite|scheduling|s:eventbrite.com/static/widgets
Tito|scheduling|s:js.tito.io
UserWay|accessibility|s:cdn.userway.org
accessiBe|accessibility|s:acsbapp.com s:acsbap.com
AudioEye|accessibility|s:audioeye.com
EqualWeb|accessibility|s:cdn.equalweb.com
Recite Me|accessibility|s:api.reciteme.com
ReadSpeaker|accessibility|s:readspeaker.com
Browsealoud|accessibility|s:browsealoud.com
Eye-Able|accessibility|s:eye-able
Weglot|translation|s:cdn.weglot.com s:weglot.min.js
GTranslate|translation|s:gtranslate
Localize|translation|s:global.localizecdn.com
Transifex Live|translation|s:cdn.transifex.com
ConveyThis|translation|s:cdn.conveythis.com
Linguise|translation|s:static.linguise.com
Google Translate|translation|s:translate.google.com/translate_a
`;
