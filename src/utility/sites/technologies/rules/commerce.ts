/** Shop systems, payments and shop add-ons. Notation: see ../rule.ts. */
export const commerce = `
JTL-Shop|ecommerce|g:jtl-shop c:jtlshop >PHP
plentymarkets|ecommerce|c:plentyid s:plentymarkets
Shoptet|ecommerce|g:shoptet s:cdn.myshoptet.com
IdoSell|ecommerce|s:idosell
UNAS|ecommerce|s:unas.hu
Ticimax|ecommerce|s:ticimax
IdeaSoft|ecommerce|s:ideasoft
Loja Integrada|ecommerce|s:cdn.awsli.com.br
Tiendanube|ecommerce|s:d26lpennugtm8s.cloudfront.net s:acdn.mitiendanube.com
Jumpseller|ecommerce|s:assets.jumpseller.com
Cafe24|ecommerce|s:echosting.cafe24.com
imweb|ecommerce|s:vendor-cdn.imweb.me
BASE|ecommerce|s:static.thebase.in
SHOPLINE|ecommerce|s:cdn.shoplineapp.com
CYBERBIZ|ecommerce|s:cdn.cybassets.com
Shoplazza|ecommerce|s:cdn.shoplazza.com
Big Cartel|ecommerce|s:assets.bigcartel.com
Volusion|ecommerce|s:volusion
Shift4Shop|ecommerce|s:3dcart
CS-Cart|ecommerce|c:sid_customer_* >PHP
Zen Cart|ecommerce|g:zen+cart c:zenid >PHP
osCommerce|ecommerce|c:oscsid >PHP
Sellfy|ecommerce|s:sellfy.com
Payhip|ecommerce|s:payhip.com
ThriveCart|ecommerce|s:thrivecart
Foxy|ecommerce|s:cdn.foxycart.com
Square Online|ecommerce|s:cdn3.editmysite.com/app/store
Miva|ecommerce|s:mivamerchant s:/mm5/
Oracle Commerce Cloud|ecommerce|s:/ccstore/
HCL Commerce|ecommerce|s:/wcsstore/ c:wc_persistent >Java
Intershop|ecommerce|x:/INTERSHOP/ s:/intershop/
InSales|ecommerce|s:static.insales-cdn.com
EasyStore|ecommerce|s:easystore.co
CCV Shop|ecommerce|s:ccvshop
MyOnlineStore|ecommerce|s:myonlinestore
Zid|ecommerce|s:zid.store
Salla|ecommerce|s:cdn.salla.network
YouCan|ecommerce|s:youcan.shop
Swell|ecommerce|s:.swell.store
Spryker|ecommerce|h:x-store=de c:yves_session
Sylius|ecommerce|s:/bundles/syliusshop/ >Symfony
EC-CUBE|ecommerce|c:eccube >PHP
OXID eShop|ecommerce|s:/out/flow/ s:/out/azure/ s:/out/wave/ >PHP
commercetools|ecommerce|x:.commercetools.com/
Recharge|ecommerce|s:static.rechargecdn.com
Smile.io|loyalty|s:js.smile.io
LoyaltyLion|loyalty|s:sdk.loyaltylion.net
PageFly|page-builder|s:pagefly
GemPages|page-builder|s:gempages
Shogun|page-builder|s:getshogun.com
Vitals|ecommerce|s:vitals.co >Shopify
Route|ecommerce|s:cdn.routeapp.io
Swym|ecommerce|s:swymrelay s:.swymrelay.com
Sezzle|payment|s:widget.sezzle.com
Zip|payment|s:static.zipmoney s:quadpay.com
Clearpay|payment|s:js.clearpay
Scalapay|payment|s:cdn.scalapay.com
Alma|payment|s:@alma/widgets
Splitit|payment|s:cdn.splitit.com
seQura|payment|s:live.sequracdn.com
Trustly|payment|s:trustly
Paytm|payment|s:securegw.paytm.in
PayU|payment|s:secure.payu.com
Przelewy24|payment|s:przelewy24
Paystack|payment|s:js.paystack.co
Flutterwave|payment|s:checkout.flutterwave.com
iyzico|payment|s:static.iyzipay.com
Conekta|payment|s:cdn.conekta.io
Culqi|payment|s:checkout.culqi.com
PagSeguro|payment|s:pagseguro
Moyasar|payment|s:cdn.moyasar.com
Omise|payment|s:cdn.omise.co
Midtrans|payment|s:app.midtrans.com
Xendit|payment|s:js.xendit.co
PAY.JP|payment|s:js.pay.jp
KOMOJU|payment|s:komoju
Toss Payments|payment|s:js.tosspayments.com
PortOne|payment|s:cdn.iamport.kr s:cdn.portone.io
Cashfree|payment|s:sdk.cashfree.com
PayPlug|payment|s:cdn.payplug.com
Lyra|payment|s:static.lyra.com s:static.payzen.eu
SumUp|payment|s:gateway.sumup.com
Nexi Checkout|payment|s:checkout.dibspayment.eu
Quickpay|payment|s:payment.quickpay.net
GoCardless|payment|s:pay.gocardless.com
Opayo|payment|s:pi-live.sagepay.com
BlueSnap|payment|s:bluesnap.com
2Checkout|payment|s:2checkout.com
FastSpring|payment|s:fastspring-builder s:.fastspring.com
Gumroad|payment|s:gumroad.com/js
Ko-fi|payment|s:storage.ko-fi.com
Buy Me a Coffee|payment|s:cdnjs.buymeacoffee.com
Patreon|payment|s:c6.patreon.com
Donorbox|payment|s:donorbox.org
Bolt Checkout|payment|s:connect.bolt.com
Spreedly|payment|s:core.spreedly.com
Cybersource|payment|s:flex.cybersource.com
Maxio|payment|s:js.chargify.com
Elavon|payment|s:convergepay.com
Heartland|payment|s:api.heartlandportico.com
Global Payments|payment|s:js.globalpay.com
Payoneer|payment|s:payoneer
Wise|payment|s:wise.com/public-resources
Forter|security|c:fortertoken
Signifyd|security|s:cdn-scripts.signifyd.com
Riskified|security|s:beacon.riskified.com
Sift|security|s:cdn.sift.com
Searchspring|search|s:cdn.searchspring.net
Klevu|search|s:js.klevu.com
Doofinder|search|s:cdn.doofinder.com
Coveo|search|s:static.cloud.coveo.com
Constructor|search|s:cnstrc.com
Swiftype|search|s:s.swiftypecdn.com
Site Search 360|search|s:js.sitesearch360.com
AddSearch|search|s:addsearch.com/js
Cludo|search|s:customer.cludo.com
Google Programmable Search|search|s:cse.google.com/cse
Meilisearch|search|s:meilisearch
Typesense|search|s:typesense
Pagefind|search|s:/pagefind/
Lunr|search|s:lunr.js s:lunr.min.js
FlexSearch|search|s:flexsearch
Fuse.js|search|s:fuse.min.js s:/fuse.js@
`;
