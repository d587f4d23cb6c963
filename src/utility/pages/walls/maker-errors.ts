/**
 * What servers, hosting and site software write where there is no page, in the same form as the walls: default
 * pages, errors with status 200, parked domains.
 */
export const makerErrors = `
  Cloudflare: the initial connection between cloudflare's network and the origin web server timed out
  Cloudflare: the web server reported a bad gateway error
  Cloudflare: the web server is not returning a connection
  Cloudflare: cloudflare is unable to establish an ssl connection
  Cloudflare: please see https://developers.cloudflare.com/support/troubleshooting/http-status-codes
  Cloudflare: you've requested a page on a website
  Cloudflare: the origin web server timed out responding to this request
  Cloudflare: web server is returning an unknown error
  nginx: the nginx web server is successfully installed
  nginx: nginx is successfully installed and working
  nginx: thank you for using nginx
  nginx: sorry, the page you are looking for is currently unavailable. please try again later
  nginx: if you are the system administrator of this resource then you should check the error log
  Apache: default welcome page used to test the correct operation of the apache
  Apache: this page is used to test the proper operation of the apache
  Apache: the requested url was not found on this server
  Apache: is not found on this server
  Apache: the server encountered an internal error or misconfiguration and was unable to complete your request
  Apache: your browser sent a request that this server could not understand
  Apache: additionally, a 404 not found error was encountered while trying to use an errordocument
  Apache: the document has moved here
  Apache: used to test the proper operation of the http server after it has been installed
  LiteSpeed: you have successfully installed the litespeed web server
  LiteSpeed: proudly powered by litespeed web server
  LiteSpeed: the resource requested could not be found on this server
  OpenResty: if you see this page, the openresty web platform is successfully installed
  Caddy: caddy is ready to serve your site
  Caddy: your web server is working. now make it work for you
  Microsoft: the resource you are looking for has been removed, had its name changed, or is temporarily unavailable
  Microsoft: your app service app is up and running
  Microsoft: your web app is running and waiting for your content
  Microsoft: the web app you have attempted to reach is currently stopped
  Microsoft: error 404 - web app not found
  Microsoft: our services aren't available right now
  Microsoft: we're working to restore all services as soon as possible
  Tomcat: the origin server did not find a current representation for the target resource
  Tomcat: if you're seeing this, you've successfully installed tomcat
  Tomcat: description the server encountered an unexpected condition
  Jetty: powered by jetty
  Jetty: problem accessing /
  Spring: this application has no explicit mapping for /error
  Django: django tried these url patterns
  Django: the install worked successfully! congratulations!
  Django: you're seeing this error because you have debug = true
  Flask: the requested url was not found on the server. if you entered the url manually
  Flask: the server encountered an internal error and was unable to complete your request
  Rails: if you are the application owner check the logs for more information
  Rails: maybe you tried to change something you didn't have access to
  Rails: you may have mistyped the address or the page may have moved
  Next.js: a client-side exception has occurred
  Next.js: a server-side exception has occurred
  Next.js: this page could not be found.
  Kubernetes: default backend - 404
  Kubernetes: response 404 (backend not found), service rules for the path non-existent
  Traefik: 404 page not found
  Varnish: guru meditation:
  Varnish: varnish cache server
  Squid: the following error was encountered while trying to retrieve the url
  Squid: your cache administrator is
  HAProxy: no server is available to handle this request
  AWS: the specified bucket does not exist
  AWS: the specified key does not exist
  Google: that's all we know.
  Google: the requested url was not found on this server. that's all we know
  Firebase: you're seeing this because you've successfully setup firebase hosting
  Firebase: the specified file was not found on this website. please check the url for mistakes
  Heroku: an error occurred in the application and your page could not be served
  Heroku: there's nothing here, yet
  Heroku: there is no app configured at that hostname
  Netlify: looks like you've followed a broken link or entered a url that doesn't exist on this site
  Vercel: the deployment could not be found on vercel
  Vercel: this deployment cannot be found
  Vercel: this serverless function has crashed
  Vercel: this deployment is temporarily paused
  Render: service waking up
  Render: this service has been suspended by its owner
  Fly.io: it looks like this app is asleep
  GitHub: there isn't a github pages site here
  GitHub: find code, projects, and people on github
  GitHub: the site configured at this address does not contain the requested file
  GitLab: make sure the address is correct and the page hasn't moved
  GitLab: please contact your gitlab administrator if you think this is a mistake
  Bitbucket: use the links at the top to get back
  ngrok: err_ngrok_
  Shopify: this shop will be powered by shopify
  Shopify: this shop is currently unavailable
  Shopify: sorry, this store is currently unavailable
  Shopify: this store does not exist
  Wix: looks like this domain isn't connected to a website yet
  Wix: is this your domain? connect it to your wix account
  Wix: we can't find the page you're looking for. check the url
  Squarespace: this account has expired. if you are the site owner
  Squarespace: we couldn't find the page you were looking for. this is either because
  Squarespace: this website is currently private
  Squarespace: this site is powered by squarespace. if you are the owner
  Weebly: the website you are trying to access has been removed or is not yet published
  Webflow: the page you are looking for doesn't exist or has been moved
  Webflow: if this site is yours, make sure you have added the correct
  Tumblr: there's nothing here. whatever you were looking for doesn't currently exist at this address
  WordPress: there has been a critical error on this website
  WordPress: error establishing a database connection
  WordPress: briefly unavailable for scheduled maintenance
  WordPress: it looks like nothing was found at this location
  WordPress: oops! that page can't be found
  WordPress: the authors have deleted this site
  WordPress: is no longer available. the authors have
  Drupal: the website encountered an unexpected error. please try again later
  Drupal: the requested page could not be found.
  Drupal: is currently under maintenance. we should be back shortly
  Joomla: this site is down for maintenance. please check back again soon
  Joomla: the requested page can't be found. an error has occurred while processing your request
  Magento: there has been an error processing your request
  Magento: exception printing is disabled by default for security reasons
  Magento: unable to service your request due to maintenance downtime or capacity problems
  PrestaShop: we'll be back soon. we are currently updating our shop
  TYPO3: oops, an error occurred! code:
  MediaWiki: sorry! this site is experiencing technical difficulties
  MediaWiki: our servers are currently under maintenance or experiencing a technical
  Discourse: the software powering this discussion forum encountered an unexpected problem
  Plesk: this page is generated by plesk
  Plesk: you see this page because there is no web site at this address
  Plesk: if you are seeing this message, the website for
  cPanel: it is possible you have reached this page because
  cPanel: this account has been suspended. contact your hosting provider
  cPanel: there has been a server misconfiguration
  IONOS: diese domain wurde bei ionos registriert
  IONOS: this domain has been registered with ionos
  IONOS: this domain name has just been registered
  GoDaddy: is parked free, courtesy of godaddy
  GoDaddy: this web page is parked free
  Sedo: der das sedo domain parking programm nutzt
  Sedo: the sedo domain parking program
  Sedo: this webpage was generated by the domain owner using sedo
  Namecheap: this domain has been registered via namecheap
  Namecheap: is registered at namecheap
  Namecheap: this is a parked page for
  OVHcloud: the domain has been reserved
  OVHcloud: félicitations ! votre domaine a bien été créé chez ovh
  Gandi: this domain name has been registered with gandi.net
  Gandi: ce nom de domaine a été enregistré avec gandi
  Strato: diese internetpräsenz wurde frisch freigeschaltet
  Strato: hier entsteht eine neue internetpräsenz
  Hostinger: you have successfully pointed your domain name to hostinger
  Hostinger: happy to see your domain with hostinger
  Hostinger: you are all set to go! all you have to do now is upload your website files
  Bluehost: this site is temporarily unavailable. if you manage this site
  HostGator: this account has been suspended. either the domain has been overused
  Dan.com: the domain name is for sale
  Dan.com: this domain is for sale!
  Afternic: this domain may be for sale by its owner
  HugeDomains: this domain is for sale: $
  X: something went wrong, but don't fret
  X: we've detected that javascript is disabled in this browser
  Facebook: this content isn't available right now
  Facebook: when this happens, it's usually because the owner only shared it with a small group
  Facebook: the link you followed may be broken, or the page may have been removed
  YouTube: this video isn't available anymore
  YouTube: this page isn't available. sorry about that. try searching for something else
  Quora: something went wrong. wait a moment and try again
  Dropbox: the file or folder you were looking for isn't here
  Dropbox: the file you're looking for was deleted
  Notion: you may not have access, or it might have been deleted or moved
  Amazon: we're sorry. the web address you entered is not a functioning page
  Amazon: sorry! something went wrong on our end
  Amazon: sorry! we couldn't find that page
  eBay: we looked everywhere. looks like this page is missing
  GOV.UK: if you typed the web address, check it is correct
  Naver: 방문하시려는 페이지의 주소가 잘못 입력되었거나
  *: this domain is parked
  *: this domain name is parked
  *: diese domain steht zum verkauf
  *: diese domain ist geparkt
  *: diese domain ist registriert
  *: ce domaine est à vendre
  *: este dominio está en venta
  *: questo dominio è in vendita
  *: dit domein is te koop
  *: domena jest na sprzedaż
  *: домен продается
  *: 该域名已被注册
  *: 此域名可出售
  *: この文書は移動しました
  *: お探しのページは見つかりませんでした
  *: お探しのページは
  *: 요청하신 페이지를 찾을 수 없습니다
  *: 您访问的页面不存在
  *: 很抱歉，您要访问的页面不存在
  *: the page you are looking for might have been removed, had its name changed, or is temporarily unavailable
  *: the page you requested could not be found
  *: the page you were looking for could not be found
  *: the page you are looking for does not exist
  *: the page you're looking for doesn't exist
  *: the page you're looking for can't be found
  *: we can't seem to find the page you're looking for
  *: the link you followed may be broken
  *: the requested resource could not be found
  *: this website is under construction
  *: our website is under construction
  *: we are currently performing scheduled maintenance
  *: we are performing scheduled maintenance
  *: the server is temporarily unable to service your request
  *: future home of something quite cool
  *: the service you requested is temporarily unavailable
  Wikimedia: if you report this error to the wikimedia system administrators
  Infomaniak: has been reserved through infomaniak
  Loopia: domänen är registrerad via loopia
  home.pl: ta domena jest utrzymywana na serwerach
  REG.RU: этот домен зарегистрирован в
  REG.RU: сайт ещё не размещён
  Alibaba Cloud: 未根据工信部相关法规规定进行备案
  aaPanel: 站点创建成功
  aaPanel: 本页面由系统自动生成
  XAMPP: you have successfully installed xampp on this system
  MAMP: if you can see this page, everything is working
  GlassFish: to replace this page, overwrite the file
  WildFly: your wildfly instance is running
  tengine: the tengine web server is successfully installed
  lighttpd: the owner of this web site has not put up any web pages yet
  Symfony: please let us know what you were doing when this error occurred
  Shopify: to finish setting up your new web address
  Atlassian: check status.atlassian.com
  Zendesk: this help center no longer exists
  Bitly: you've clicked on a bad link or entered an invalid url
  Pastebin: it has either expired, been removed by its creator
  Twitch: unless you've got a time machine, that content is unavailable
  Nextcloud: this nextcloud instance is currently in maintenance mode
  ASP.NET: the current custom error settings for this application prevent the details
  ASP.NET: unhandled exception occurred during the execution of the current web request
  FastAPI: {"detail":"not found"}
  *: this status page does not exist
  *: we are working hard to give you a better experience
  *: we are currently experiencing technical difficulties
  *: we're experiencing technical difficulties
  *: we're having a technical issue at the moment
  *: we're having some technical difficulties
  *: our servers are currently overloaded
  *: we're doing some maintenance
  *: we are down for maintenance
  *: we're down for maintenance
  *: we'll be back online shortly
  *: the site you are looking for is not here
  *: this site can't be reached
  *: this url does not exist
  *: this blog does not exist
  *: this account doesn't exist
  *: sorry, this page isn't available
  *: sorry, that page doesn't exist
  *: the page you are trying to access
  *: welcome to your new website
  *: it looks like you may have taken a wrong turn
  *: wir bitten um entschuldigung. unsere website
  *: derzeit aufgrund von wartungsarbeiten
  *: die von ihnen aufgerufene seite existiert
  *: die von ihnen gesuchte seite
  *: die angeforderte seite konnte nicht gefunden werden
  *: la page que vous recherchez
  *: la page que vous avez demandée
  *: le service est momentanément indisponible
  *: ce site est en cours de création
  *: la página que buscas no
  *: la página solicitada no
  *: lo sentimos, la página que
  *: la pagina che stai cercando
  *: la pagina richiesta non
  *: a página que você procura
  *: a página solicitada não
  *: de door u opgevraagde pagina
  *: de pagina die je zoekt
  *: sidan du söker
  *: siden du leder efter
  *: siden du leter etter
  *: sivua, jota etsit
  *: strona, której szukasz
  *: stránka, kterou hledáte
  *: az ön által keresett oldal
  *: pagina pe care o căutați
  *: aradığınız sayfa
  *: сервис временно недоступен
  *: ведутся технические работы
  *: запрашиваемая страница не
  *: сторінка, яку ви шукаєте
  *: halaman yang anda cari
  *: trang bạn đang tìm
  *: 系统维护中
  *: 网站维护中
  *: 网站暂时无法访问
  *: 只今メンテナンス
  *: メンテナンス中のため
  *: 서비스 점검 중
  *: الصفحة التي تبحث عنها
  CNN: there's no page here
  NPR: it's a shame that your page is lost
  Glitch: this project is asleep or does not exist
  Slack: we're not quite sure what went wrong
  Surge: surge could not find this project`;
