/**
 * Walls and short pages, sent with status 200, that the wall model is never trained on. One per line: the title and the
 * body; {nav} stands for the navigation of a site.
 */
export const heldOutWalls = `
Fjord Tours ¦ <div class="wrap"><h2>Almost there…</h2><p>Our gatekeeper is having a quick look at your browser. It takes a breath or two and then you are through.</p></div>
Gatehouse ¦ <main><h1>Show us you have a pulse</h1><p>Rotate the animal until it stands upright.</p><button>Done</button></main>
Ticketland ¦ <h1>You have joined the queue</h1><p>Number of fans ahead of you: 18,402</p><p>Please do not refresh. We will bring you to the shop when it is your turn.</p>
Cedar Bank ¦ <h1>We could not confirm your browser</h1><p>Allow scripts and cookies for this address, then press the button.</p><button>Check again</button>
reader.test ¦ <p>This page needs scripts to be switched on. Once they are, reload to go on.</p>
Lake Gazette ¦ <h1>Ad blocking is on</h1><p>We only earn money when ads are shown. Pause the blocker on this website or take out a subscription.</p><button>I paused it</button><button>Subscribe</button>
Cafe Net ¦ <h1>You are nearly online</h1><p>Tick the box to accept the house rules and start browsing.</p><button>Go online</button>
Attention ¦ <h1>This link leads elsewhere</h1><p>You are leaving example.test for another website. Proceed only if you trust it.</p><a href="https://o.test">Proceed</a>
No entry ¦ <h1>Sorry, we had to turn you away</h1><p>Requests from your network have been stopped because of abuse. Write to abuse@site.test if you believe that is wrong.</p>
StreamBox ¦ <h1>This title can't be streamed where you live</h1><p>Licences differ from country to country.</p><a href="/">Browse what is available</a>
Corp Wiki ¦ {nav}<h1>You are not cleared for this space</h1><p>Only people in the group "finance" may read it. Ask its owner to let you in.</p><button>Ask the owner</button>
School Proxy ¦ <h1>Oops, this site is on the block list</h1><p>Reason: social media. Speak to your teacher if you need it for class.</p>
Calm down ¦ <h1>Too fast!</h1><p>You made more requests than we permit per minute. Give it sixty seconds.</p>
Northwind ¦ <h1>Your tracking choices</h1><p>We and 611 vendors would like to store identifiers on your device and read them. Say yes, say no, or pick one by one.</p><button>Yes to all</button><button>No to all</button><button>Let me pick</button>
Copper Still Gin ¦ <h1>Old enough for gin?</h1><p>You have to be of legal drinking age where you are.</p><button>I am</button><button>Not yet</button>
Fund House ¦ <h1>Please tell us who you are</h1><p>These pages are only meant for qualified investors. Confirm that you are one before you enter.</p><button>I confirm</button>
The Evening Star ¦ {nav}<h1>Enjoying our journalism?</h1><p>You have reached your limit of three free stories. Subscribe from 99p a week to carry on reading.</p><button>See offers</button><p>Have an account? <a href="/signin">Sign in</a></p>
Photofeed ¦ <h1>Sign up to see photos by lena.k</h1><p>Never miss a moment from the people you follow.</p><button>Sign up</button><a href="/login">Log in</a>
Staff portal ¦ <h1>Staff only beyond this point</h1><form><label>Staff ID</label><input><label>PIN</label><input type="password"><button>Unlock</button></form>
Board ¦ {nav}<p>You are not logged in or you do not have permission to open this page. This could be due to one of several reasons.</p><form><input name="u"><input type="password"><button>Log in</button></form>
Kiosk ¦ <h1>You were away for a while</h1><p>We signed you out to keep your data safe.</p><a href="/login">Sign back in</a>
Bramble ¦ {nav}<h1>We can't seem to find that one</h1><p>The page may have wandered off, or perhaps it never was. Try the menu instead.</p>
404 ¦ <h1>Yikes, nothing lives here</h1><a href="/">Bring me home</a>
Kite shop ¦ {nav}<h1>This kite has flown away</h1><p>The product you asked for is not in our shop any more.</p><a href="/all">All kites</a>
Flatfinder ¦ {nav}<h1>Too late!</h1><p>This flat has been taken off the market and the listing is offline.</p>
Grove ¦ <h1>Well, this is awkward</h1><p>Something on our side fell over while we were loading the page. We've been notified and are looking into it.</p><button>Try once more</button>
Mailer ¦ <h1>Bear with us</h1><p>We're rolling out an update. Everything should be working again within the hour.</p>
Pottery ¦ <h1>Fresh site in the oven</h1><p>We are busy baking our new website. Come back in spring!</p>
host42.test ¦ <h1>Welcome to your new server</h1><p>This placeholder is shown because no website has been uploaded to this host yet.</p>
bluesky-shoes.test ¦ <h1>bluesky-shoes.test</h1><p>The owner of this name is willing to sell it. Send an enquiry to learn the price.</p><button>Enquire</button>
Cluster ¦ <p>upstream connect error or disconnect/reset before headers. reset reason: connection failure</p>
PHP ¦ <p>Parse error: syntax error, unexpected token in /home/www/index.php on line 14</p>
Invite ¦ <h1>This invitation is no longer good</h1><p>It was used already or has passed its date. Ask your host to send another.</p>
Old browser ¦ <h1>Your browser has retired</h1><p>It is too old for this website. Switch to a current one to see our pages.</p>
Sicherheitsschleuse ¦ <h1>Gleich geht es weiter</h1><p>Wir schauen kurz, ob hinter der Anfrage ein echter Mensch steckt.</p>
Stadtwerke ¦ {nav}<h1>Diese Seite ist umgezogen oder gelöscht</h1><p>Leider können wir Ihnen unter dieser Adresse nichts anzeigen.</p>
Tagblatt ¦ {nav}<h1>Neugierig, wie es weitergeht?</h1><p>Mit einem Abo lesen Sie diesen und alle anderen Texte. Der erste Monat ist kostenlos.</p><button>Abo auswählen</button>
Portal ¦ <h1>Wir sind gleich wieder für Sie da</h1><p>Derzeit spielen wir ein Update ein. Bitte haben Sie etwas Geduld.</p>
Mediathek ¦ <h1>Hier nicht abspielbar</h1><p>Diese Sendung darf aus lizenzrechtlichen Gründen nur in Deutschland gezeigt werden.</p>
La Poste locale ¦ <h1>Petite vérification</h1><p>Montrez-nous que vous êtes bien une personne avant d'aller plus loin.</p><button>Commencer</button>
Mairie ¦ {nav}<h1>Nous n'avons rien à cette adresse</h1><p>La page demandée a été retirée ou renommée.</p>
Le Matin ¦ <h1>Cet article vous attend</h1><p>Pour le lire en entier, abonnez-vous. Sans engagement.</p><button>Voir les offres</button>
Banque ¦ <h1>Service interrompu</h1><p>Une panne nous empêche d'afficher cette page. Nous faisons le nécessaire.</p>
Tienda ¦ <h1>Comprobemos que eres una persona</h1><p>Arrastra la pieza hasta su hueco para seguir adelante.</p>
Noticias ¦ {nav}<h1>Esta noticia ya no existe</h1><p>La hemos retirado o el enlace es incorrecto.</p>
Banco ¦ <h1>Tu sesión se cerró por inactividad</h1><button>Entrar otra vez</button>
Loja ¦ <h1>Estamos arrumando a casa</h1><p>O site volta ao ar em instantes. Obrigado pela paciência.</p>
Comune ¦ {nav}<h1>Contenuto rimosso</h1><p>La pagina che hai richiesto non è più presente sul sito.</p>
Krant ¦ <h1>Verder lezen?</h1><p>Dat kan met een abonnement. Probeer het een maand voor 1 euro.</p><button>Kies je abonnement</button>
Sklep ¦ {nav}<h1>Tego produktu już u nas nie ma</h1><p>Oferta wygasła albo link jest nieprawidłowy.</p>
Портал ¦ <h1>Докажите, что вы человек</h1><p>Сдвиньте ползунок вправо, и мы откроем страницу.</p>
Магазин ¦ {nav}<h1>Здесь пусто</h1><p>Страница, которую вы ищете, удалена или никогда не существовала.</p>
Belediye ¦ <h1>Sistemde çalışma var</h1><p>Hizmetimize kısa bir süre ara verdik. Birazdan yeniden buradayız.</p>
Butik ¦ {nav}<h1>Vi hittar inte det du söker</h1><p>Sidan kan ha tagits bort eller bytt adress.</p>
新闻网 ¦ <h1>系统检测到您的访问过于频繁</h1><p>请完成下方拼图后继续浏览。</p>
商城 ¦ {nav}<h1>抱歉，页面不见了</h1><p>您要找的内容可能已经被移走。</p>
お店 ¦ {nav}<h1>ページが表示できません</h1><p>お探しの商品は販売を終了したか、URL が変わりました。</p>
ニュース ¦ <h1>ここから先は会員のみご覧いただけます</h1><p>会員登録は無料です。</p><button>登録する</button>
쇼핑 ¦ <h1>요청하신 페이지를 표시할 수 없습니다</h1><p>주소가 바뀌었거나 삭제된 페이지입니다.</p>
متجر ¦ <h1>نعتذر، لم نجد هذه الصفحة</h1><p>ربما حذفت أو تغير عنوانها.</p>
`;

export const heldOutPages = `
Ferry times ¦ {nav}<h1>Ferry times</h1><p>From Oban 07:10, 10:40 and 16:00. Check in 30 minutes before. No sailings on Christmas Day.</p>
Sorry for the noise ¦ {nav}<h1>Sorry for the noise</h1><p>We drill in Block C this week. Work stops at five each day.</p>
Gate codes ¦ <h1>Gate codes</h1><p>The code for the car park changes on Monday. Members find the new one in their mail.</p>
How captchas annoy the blind ¦ {nav}<article><h1>How captchas annoy the blind</h1><p>Audio puzzles are noisy, and half of the testers gave up after three tries.</p></article>
Blocking AI crawlers with nginx ¦ {nav}<article><h1>Blocking AI crawlers</h1><p>Match the user agent and answer 403. Then watch how many simply change their name.</p></article>
Refund policy ¦ {nav}<h1>Refund policy</h1><p>Send goods back within 30 days. We return the money to your card within a week.</p>
Two-factor login for staff ¦ {nav}<h1>Two-factor login for staff</h1><p>From June every member of staff needs a key. Collect yours at the help desk in room 12.</p>
Password reset desk ¦ <h1>IT help desk</h1><p>Room 0.14, open 8 to 16. Bring your card if you need a new password.</p>
Museum of errors ¦ <h1>Museum of Errors</h1><p>Misprinted stamps, crooked bridges and one very wrong map. Daily from 11, €6.</p>
Lost property ¦ {nav}<h1>Lost property</h1><p>Items found on buses are kept for three months at the depot. Ask with the date and the line.</p>
Access Bars ¦ {nav}<h1>Grab bars for bathrooms</h1><p>Steel, white, up to 150 kg. From £19, fitting £40.</p>
Queue here ¦ <h1>Queue here</h1><p>A photo book about waiting, from Tokyo to Lagos. 96 pages, €28.</p>
Forbidden fruit ¦ {nav}<article><h1>Forbidden fruit</h1><p>Why blackcurrants were banned in the United States for most of a century.</p></article>
Incident 44 ¦ {nav}<h1>Elevated error rates</h1><p>Resolved. Between 13:02 and 13:40 about 3 % of requests failed. A bad deploy was rolled back.</p>
All good ¦ <h1>All services online</h1><p>Website 100 %, mail 99.98 %, backups 100 %.</p>
Trail closed ¦ {nav}<h1>Ridge trail closed</h1><p>A rockfall blocks the path above the hut. Use the valley path until further notice.</p>
Pool party cancelled ¦ <h1>Pool party cancelled</h1><p>Because of the storm we will not open on Saturday. Tickets stay valid for the 14th.</p>
Cookies & tea ¦ <h1>Cookies &amp; Tea</h1><p>Small café behind the town hall. We accept cards.</p>
Terms for the raffle ¦ {nav}<h1>Raffle terms</h1><p>You must be 18 to take part. One ticket per person. The draw is on 1 July.</p>
Consent to treatment ¦ {nav}<h1>Consent to treatment</h1><p>A nurse explains the operation and you sign a form. You can change your mind at any time.</p>
Verify a banknote ¦ {nav}<h1>Is my banknote real?</h1><p>Tilt it: the number changes colour. Feel it: the print is raised.</p>
Human resources ¦ {nav}<h1>Human resources</h1><p>Ms Okoye, 2nd floor. Holidays, payslips, parking permits.</p>
Robot lawn mowers ¦ {nav}<h1>Robot lawn mowers</h1><p>Three models for gardens up to 900 m². Rent one for £9 a day.</p>
Wi-Fi on board ¦ {nav}<h1>Wi-Fi on board</h1><p>Connect to TrainNet and open any page. Video is limited to first class.</p>
Server room cooling ¦ {nav}<h1>Server room cooling</h1><p>We design, install and maintain cooling for up to 40 racks.</p>
Signing in at reception ¦ <h1>Visitors</h1><p>Please sign in at reception and wear your badge. Your host will pick you up.</p>
Why is my parcel delayed? ¦ {nav}<h1>Why is my parcel delayed?</h1><p>Customs may hold it for a week. If the tracking says "exception", the address was incomplete.</p>
Account manager ¦ {nav}<h1>Account manager (f/m/d)</h1><p>You look after 30 customers in Austria. From October, €48,000.</p>
Subscriber concert ¦ {nav}<h1>Concert for subscribers</h1><p>Brahms and Clara Schumann, 12 March at 20:00. Guests pay €15.</p>
Donation received ¦ <h1>Thank you, we received your gift</h1><p>It will feed two foals for a month.</p>
New address ¦ <h1>Dr. Hale has moved</h1><p>The practice is now at 9 Orchard Road, first floor. The phone number stays the same.</p>
lib-timeout ¦ <h1>lib-timeout</h1><p>Rejects a promise after some milliseconds.</p><pre>npm i lib-timeout</pre>
HTTP 418 ¦ {nav}<h1>418 I'm a teapot</h1><p>An April joke of 1998 that refuses to brew coffee. Some servers use it to turn crawlers away.</p>
DNS basics ¦ {nav}<h1>What happens when a name does not exist?</h1><p>The resolver answers NXDOMAIN, and your browser shows its own error page.</p>
Poem ¦ <h1>Maintenance</h1><p>Every autumn my father oiled the hinges,</p><p>every winter the gate forgot him.</p>
Today ¦ <h1>Today's soup: leek</h1>
Kilo ¦ <h1>Kilo</h1><p>Weigh anything with your phone. Free, no ads.</p><button>Get the app</button>
@theo ¦ <h1>Theo</h1><p>drums, code, dumplings</p><a href="https://a.test">band</a><a href="https://b.test">repo</a>
Vote ¦ <h1>Which name for the otter?</h1><form><input type="radio" name="n">Olga<input type="radio" name="n">Otto<button>Vote</button></form>
Register your bike ¦ {nav}<h1>Register your bike</h1><p>We store the frame number so that the police can return it if it is stolen.</p><form><input><button>Register</button></form>
Zahnarzt ¦ {nav}<h1>Urlaub</h1><p>Die Praxis bleibt vom 3. bis 17. Juni geschlossen. Vertretung: Dr. Maler, Telefon 555 12.</p>
Zugang zum Archiv ¦ {nav}<h1>Zugang zum Archiv</h1><p>Der Lesesaal ist für alle offen. Für Akten nach 1990 brauchen Sie eine Genehmigung.</p>
Stromausfall ¦ {nav}<h1>Stromausfall in der Altstadt</h1><p>Ein Bagger hat ein Kabel getroffen. Seit 14 Uhr fließt der Strom wieder.</p>
Fehlersuche ¦ {nav}<h1>Der Drucker reagiert nicht</h1><p>Schalten Sie ihn aus, warten Sie zehn Sekunden und prüfen Sie das Kabel.</p>
Piscine ¦ {nav}<h1>Piscine fermée mardi</h1><p>Vidange annuelle du grand bassin. Réouverture mercredi à 7 h.</p>
Espace client ¦ {nav}<h1>À quoi sert l'espace client ?</h1><p>Vous y trouvez vos factures et vos relevés depuis 2019.</p>
Accès handicapés ¦ {nav}<h1>Accès</h1><p>Deux places devant l'entrée, ascenseur à gauche.</p>
Biblioteca ¦ {nav}<h1>Horario de verano</h1><p>En julio abrimos solo por la mañana. Las salas de estudio siguen abiertas.</p>
Error judicial ¦ {nav}<article><h1>Error judicial</h1><p>Pasó once años en la cárcel por un robo que no cometió.</p></article>
Manutenção da trilha ¦ {nav}<h1>Trilha em obras</h1><p>Voluntários trocam as pontes no sábado. Leve luvas e água.</p>
Biglietti ¦ {nav}<h1>Biglietti esauriti</h1><p>Per la replica di domenica restano venti posti in galleria.</p>
Zwembad ¦ {nav}<h1>Geen les op vrijdag</h1><p>Juf Marit is ziek. De les wordt ingehaald op 4 juni.</p>
Biblioteka ¦ {nav}<h1>Biblioteka nieczynna</h1><p>W piątek liczymy książki. Zwroty można wrzucać do skrzynki.</p>
Музей ¦ {nav}<h1>Вход свободный</h1><p>В первое воскресенье месяца билеты не нужны. Касса закрыта.</p>
Как обойти пробки ¦ {nav}<article><h1>Как обойти пробки</h1><p>Запретить грузовики днём мало: нужны ещё два моста.</p></article>
Kütüphane ¦ {nav}<h1>Kütüphane kapalı</h1><p>Sayım nedeniyle cuma günü hizmet vermiyoruz.</p>
图书馆 ¦ {nav}<h1>闭馆通知</h1><p>周五盘点图书，阅览室照常开放。</p>
防火墙选购指南 ¦ {nav}<article><h1>防火墙选购指南</h1><p>小型办公室选百兆即可，注意是否支持双线。</p></article>
図書館 ¦ {nav}<h1>臨時休館</h1><p>金曜日は本の整理のため休みます。返却ポストは使えます。</p>
도서관 ¦ {nav}<h1>금요일 휴관</h1><p>장서 점검으로 문을 닫습니다. 반납함은 이용할 수 있습니다.</p>
`;

/** A second draw, written after the model was trained and its limit set. */
export const secondWalls = `
Harvest Market ¦ <h1>Quick check before you shop</h1><p>Our shop sees many bots. Solve this small riddle and you can go in.</p><button>Solve</button>
Meridian ¦ <h1>Verifying…</h1><p>This website screens visitors to keep attackers out. The screen closes on its own.</p>
Arena ¦ <h1>You're number 3,310 in line</h1><p>Leave this tab open. We'll let you in automatically.</p>
Notebook ¦ <p>Your browser has JavaScript turned off. This site cannot run without it.</p>
Inn WiFi ¦ <h1>Hello, guest!</h1><p>Please enter the voucher code from the front desk to use our internet.</p><input><button>Connect</button>
Pebble ¦ <h1>Your IP address is not welcome</h1><p>It was reported for spam. The block lifts in two days.</p>
Sportcast ¦ <h1>Outside our broadcast area</h1><p>This match is not available in your location because of licensing agreements.</p>
Docs ¦ {nav}<h1>Restricted document</h1><p>You have not been granted access to this file. Request it from the author.</p><button>Request access</button>
Library ¦ <h1>Website blocked by policy</h1><p>The administrator of this network does not allow this page.</p>
API portal ¦ <h1>Quota used up</h1><p>You've exceeded the number of requests for today. Try again tomorrow.</p>
Daily Bell ¦ <h1>Cookies, please</h1><p>We need your permission to set cookies for ads and statistics before you can read on.</p><button>Accept</button><button>Refuse and subscribe</button>
Cigar room ¦ <h1>Adults only</h1><p>Confirm that you are over 18 to enter our shop.</p><button>Over 18</button><button>Under 18</button>
Valley Times ¦ {nav}<h1>Subscribers can read this story in full</h1><p>Get digital access for $2 a month.</p><button>Get access</button><a href="/login">Log in</a>
Circle ¦ <h1>Create an account to view this post</h1><p>It's free and only takes a minute.</p><button>Create account</button>
Extranet ¦ <h1>Partner login</h1><form><input placeholder="Partner number"><input type="password"><button>Continue</button></form>
Bookclub ¦ <h1>Session over</h1><p>Please log in again to pick up where you stopped.</p><button>Log in</button>
Orchard ¦ {nav}<h1>Page not around</h1><p>We searched high and low but could not find the page you requested.</p><a href="/">Back to the start</a>
Vinyl hut ¦ {nav}<h1>Record sold</h1><p>This item has been sold and its page removed.</p>
Papertrail ¦ <h1>We tripped over a cable</h1><p>An error happened on our server. Please try again shortly.</p>
Tramline ¦ <h1>Planned works</h1><p>Our website is offline tonight while we upgrade our systems. Sorry for any inconvenience.</p>
Little Loom ¦ <h1>Our website is on its way</h1><p>Check back soon, or follow us for news.</p>
vps-77 ¦ <h1>It's alive!</h1><p>The web server is running but no site has been configured for this address.</p>
good-name.test ¦ <h1>This premium domain is available</h1><p>Buy it today or pay in instalments.</p><button>Buy now</button>
App ¦ <h1>Application failed to respond</h1><p>The server did not answer in time. If you are the developer, look at the logs.</p>
Traum ¦ <p>Warning: mysqli_connect(): Access denied for user in /var/www/db.php on line 8</p>
Volksbank ¦ <h1>Bitte bestätigen Sie, dass Sie kein Roboter sind</h1><button>Bestätigen</button>
Rathaus ¦ {nav}<h1>Inhalt nicht gefunden</h1><p>Der gewünschte Inhalt wurde entfernt oder verschoben.</p>
Zeitung ¦ <h1>Weiterlesen mit Plus</h1><p>Dieser Beitrag ist exklusiv für unsere Abonnenten.</p><button>Plus testen</button>
Gazette ¦ <h1>Article réservé</h1><p>Seuls nos abonnés peuvent lire la suite.</p><button>Je m'abonne</button>
Boutique ¦ {nav}<h1>Ce produit a disparu</h1><p>Il n'est plus vendu sur notre site.</p>
Diario ¦ <h1>Contenido para suscriptores</h1><p>Inicia sesión o suscríbete para seguir leyendo.</p><button>Suscríbete</button>
Empresa ¦ <h1>Página en obras</h1><p>Estamos preparando nuestra nueva web. Vuelve pronto.</p>
Giornale ¦ <h1>Continua a leggere con l'abbonamento</h1><button>Scopri le offerte</button>
Loja ¦ {nav}<h1>Produto não encontrado</h1><p>O item que você procura foi removido.</p>
Winkel ¦ {nav}<h1>We kunnen deze pagina niet vinden</h1><p>Controleer het adres of ga naar de homepage.</p>
Газета ¦ <h1>Ошибка сервера</h1><p>Мы уже чиним. Обновите страницу через минуту.</p>
Urząd ¦ <h1>Serwis chwilowo niedostępny</h1><p>Trwa aktualizacja systemu. Zapraszamy później.</p>
論壇 ¦ <h1>請先登入後再瀏覽本頁</h1><button>登入</button>
会社 ¦ <h1>アクセスが制限されています</h1><p>お使いの環境からはご覧いただけません。</p>
뉴스 ¦ <h1>서비스 점검 중입니다</h1><p>빠른 시간 안에 복구하겠습니다.</p>
`;

export const secondPages = `
Bell ringing ¦ {nav}<h1>Bell ringing</h1><p>Practice is on Thursday at 19:30. New ringers are welcome and need no experience.</p>
Office closed ¦ <h1>Office closed on Monday</h1><p>We are at a fair. Urgent matters: 555 0144.</p>
Rate limiting in Redis ¦ {nav}<article><h1>Rate limiting in Redis</h1><p>A sorted set per user keeps the times of requests. Trim it, count it, refuse with 429.</p></article>
Our cookie use ¦ {nav}<h1>How we use cookies</h1><p>One cookie keeps you logged in, one remembers the language. You can delete both in your browser.</p>
Login tips ¦ {nav}<h1>Tips for a safe login</h1><p>Never reuse a password. Lock your screen. Ignore mails that ask you to verify your account.</p>
Sold ¦ {nav}<h1>Cottage in Bude – sold</h1><p>Three bedrooms, sea view, sold in May for £410,000. See what else we have.</p>
Upgrade guide ¦ {nav}<h1>Upgrading to 5.0</h1><p>Remove the old plugin first. If the page stays blank, clear the cache and restart the server.</p>
Troubleshooting ¦ {nav}<h1>Page loads slowly</h1><p>Turn off extensions one by one. Often an ad blocker with many lists is the cause.</p>
Visa refused ¦ {nav}<h1>What to do if your visa is refused</h1><p>Read the letter, collect the missing papers and apply again. There is no waiting time.</p>
Museum tickets ¦ {nav}<h1>Tickets</h1><p>Adults €14, under 18 free. Skip the line with a ticket bought online.</p>
Access to the roof ¦ <h1>Roof terrace</h1><p>Open to residents from 8 to 22. Please close the door behind you.</p>
Errata ¦ <h1>Errata</h1><p>Page 41: for "not found" read "not founded". Page 90: the figure is upside down.</p>
Bots at work ¦ {nav}<article><h1>Bots at work</h1><p>Half of all edits on small wikis are made by programs. Here is what they do.</p></article>
The server ¦ <h1>The Server</h1><p>A one-act play about a waiter who forgets nothing. 40 minutes.</p>
Fundbüro ¦ {nav}<h1>Verlorene Sachen</h1><p>Wir heben Fundstücke drei Monate auf. Schlüssel und Ausweise gehen gleich an die Stadt.</p>
Gesperrt ¦ {nav}<h1>Brücke gesperrt</h1><p>Die Brücke in der Au wird bis Oktober saniert. Fußgänger nehmen den Steg.</p>
Zugangsdaten ¦ {nav}<h1>Wo finde ich meine Zugangsdaten?</h1><p>Sie stehen im Brief, den Sie zum Vertrag bekommen haben.</p>
Perdu ¦ <h1>Chat perdu</h1><p>Gris, sans collier, vu pour la dernière fois près du pont. Appelez le 06 55 50 10 22.</p>
Panne ¦ {nav}<h1>Panne de chauffage</h1><p>Nos techniciens viennent sous quatre heures, même le dimanche.</p>
Cerrado ¦ {nav}<h1>Museo cerrado los lunes</h1><p>El resto de la semana abrimos de 10 a 19. La cafetería no cierra.</p>
Clave ¦ {nav}<h1>¿Olvidaste la clave de la taquilla?</h1><p>Pide una nueva en recepción con tu carné.</p>
Chiuso ¦ <h1>Chiuso per lutto</h1><p>Riapriamo giovedì. Grazie a tutti per la vicinanza.</p>
Ajuda ¦ {nav}<h1>O aparelho não liga</h1><p>Veja se a tomada funciona e segure o botão por cinco segundos.</p>
Gesloten ¦ {nav}<h1>Brug dicht</h1><p>De brug gaat vrijdag niet open voor schepen. Fietsers kunnen er gewoon over.</p>
Расписание ¦ {nav}<h1>Расписание изменено</h1><p>С понедельника автобус 12 ходит каждые двадцать минут. Остановка у рынка закрыта.</p>
Poradnik ¦ {nav}<h1>Jak odzyskać dostęp do poczty</h1><p>Zadzwoń na infolinię i podaj numer umowy. Nowe hasło przyjdzie listem.</p>
Duyuru ¦ {nav}<h1>Su kesintisi</h1><p>Perşembe günü 9 ile 15 arasında mahallede su olmayacak.</p>
Meddelande ¦ {nav}<h1>Hissen är trasig</h1><p>Reparatören kommer på tisdag. Ring vaktmästaren om du behöver hjälp.</p>
通知 ¦ {nav}<h1>电梯维修</h1><p>三号电梯周二检修，请走楼梯。</p>
登录奖励 ¦ {nav}<article><h1>登录奖励一览</h1><p>连续七天可得金币一百，第三十天送限定坐骑。</p></article>
お知らせ ¦ {nav}<h1>エレベーター点検</h1><p>火曜日の午前は使えません。階段をご利用ください。</p>
공지 ¦ {nav}<h1>주차장 공사</h1><p>화요일까지 지하 1층을 이용할 수 없습니다.</p>
Sourdough ¦ <h1>Sourdough starter</h1><p>Feed it daily. If it smells of paint, it is hungry.</p>
Kiln ¦ <h1>Kiln</h1><p>Time tracking that stays out of your way.</p><button>Start free</button><a href="/login">Log in</a>
Order status ¦ {nav}<h1>Your order is being packed</h1><p>It leaves our warehouse tomorrow. You will receive a link to follow it.</p>
Sign up for chess ¦ <h1>Chess evening</h1><p>Every second Friday. Sign up so that we know how many boards to bring.</p><form><input><button>Sign up</button></form>
Ban on fires ¦ {nav}<h1>Ban on open fires</h1><p>Because of the drought no fires are allowed in the forest until further notice.</p>
Offline maps ¦ {nav}<h1>Use maps offline</h1><p>Download an area while you have a connection. It stays on your phone for 30 days.</p>
New domain ¦ {nav}<h1>We have a new domain</h1><p>Mail to the old address is forwarded until the end of the year.</p>
Empty nest ¦ <h1>Nothing here but feathers</h1><p>The swallows left on Tuesday. We already miss the noise.</p>
`;
