/** Short pages about the topics of walls; {nav} stands for the navigation of a site. One per line: the title and the body. */
export const realTexts = `
Password manager ¦ <h1>One password for all your accounts</h1><p>Log in on every device. Free for personal use.</p>
Web hosting help ¦ <h1>My website is not available</h1><p>First check whether the domain points to our server. If it does, write to our support team.</p>
Track ¦ <h1>Your order is on its way</h1><p>Expect it on Friday between 9 and 12.</p>
Cookie consent tool ¦ <h1>Cookie consent for your site</h1><p>Show a banner, store consent and block scripts until visitors accept.</p>
Firewall ¦ <h1>Protect your website</h1><p>Our firewall blocks attacks before they reach your server.</p>
What is a CAPTCHA? ¦ {nav}<article><h1>What is a CAPTCHA?</h1><p>A CAPTCHA is a test that tells people and programs apart. It is used on forms to keep spam out.</p></article>
Access Denied (403) errors in S3 ¦ {nav}<article><h1>Access Denied (403) errors in S3</h1><p>Check the bucket policy first, then the object ownership, and last whether block public access is on.</p></article>
429 Too Many Requests - HTTP ¦ {nav}<article><h1>429 Too Many Requests</h1><p>The user has sent too many requests in a given amount of time. A Retry-After header may tell how long to wait.</p></article>
Sign in problems - Help ¦ {nav}<article><h1>Sign in problems</h1><p>If you cannot sign in, reset your password first.</p><p>Still stuck? Check that your clock is right: one-time codes depend on it.</p></article>
Kontakt ¦ {nav}<h1>Kontakt</h1><form><input name="name"><input type="email"><textarea></textarea><div class="cf-turnstile"></div><button>Senden</button></form>
Maintenance ¦ {nav}<article><h1>Maintenance</h1><p>Oil the chain every 200 km. Check the brake pads once a month and replace them when they are thinner than 1 mm.</p></article>
Cookie policy | Acme ¦ {nav}<article><h1>Cookie policy</h1><p>We use two cookies: one remembers your language, the other your basket. Neither leaves our site.</p></article>
Your privacy matters ¦ {nav}<article><h1>Your privacy matters</h1><p>We keep your name and address for as long as the law asks, which is ten years for invoices. We never sell data.</p></article>
Error 404 (band) - Encyclopedia ¦ {nav}<article><h1>Error 404 (band)</h1><p>Error 404 is a Danish punk band formed in Aarhus in 2009. The band has released three albums.</p></article>
Trail shoe 3 – Coming soon ¦ {nav}<h1>Trail shoe 3</h1><p>Coming soon. 240 g, 8 mm drop, a new foam that lasts 900 km. In three colours from March, at €140.</p><p><a href="/trail-2">Trail shoe 2</a> is still in stock.</p>
Jo Lind ¦ <h1>Jo Lind</h1><p>I write about birds and mend bicycles in Umeå.</p><p><a href="mailto:jo@lind.test">mail</a> · <a href="/notes">notes</a></p>
 ¦ <h1>Hello, world!</h1>
Example Domain ¦ <div><h1>Example Domain</h1><p>This domain is for use in illustrative examples in documents. You may use this domain in literature without prior coordination or asking for permission.</p><p><a href="https://www.iana.org/domains/example">More information...</a></p></div>
wait-for-port ¦ {nav}<h1>wait-for-port</h1><p>Waits until a TCP port accepts connections.</p><pre>npm install wait-for-port</pre><h2>Usage</h2><pre>wait-for-port localhost:5432 --timeout 30</pre><h2>License</h2><p>MIT</p>
Please Wait (song) ¦ {nav}<article><h1>Please Wait (song)</h1><p>“Please Wait” is the second single of the Norwegian duo Lys. It reached number 14 in Norway in 1998.</p></article>
Just a Moment: Poems ¦ {nav}<article><h1>Just a Moment: Poems</h1><p>Ninety poems written on trains between 1999 and 2024. Paperback, 112 pages, £9.99. With drawings by the author.</p></article>
Old Harbour 12 Year Old | Whisky ¦ {nav}<h1>Old Harbour 12 Year Old</h1><p>Sherry cask, 46 %. Notes of orange and smoke. €48 for 70 cl.</p><p>You must be 18 or older to buy alcohol.</p><button>Add to basket</button>
Parked cars and the law ¦ {nav}<article><h1>Parked cars and the law</h1><p>A car that is parked for more than 24 hours on a public road must be moved if a sign says so.</p></article>
Blocked drains in Leeds | 24h ¦ {nav}<h1>Blocked</h1><p>drain? We come within two hours, day and night, in Leeds and Bradford. Fixed price £79. Call 0113 000000.</p><ul><li>Sinks</li><li>Toilets</li><li>Gutters</li></ul>
Error handling in Go ¦ {nav}<article><h1>Error handling in Go</h1><p>Errors are values. Return them, wrap them with %w, and test them with errors.Is.</p></article>
Error ¦ {nav}<article><h1>Error</h1><p>A novel in four parts by Ida Holm. A clerk finds that a number in the ledger of 1931 is wrong, and cannot let it go. 288 pages, hardback.</p></article>
Not Found (2019) - Film archive ¦ {nav}<article><h1>Not Found</h1><p>Documentary, 2019, 84 minutes. Director: Paulo Reis. Three families look for relatives who vanished.</p></article>
Forbidden City - Travel guide ¦ {nav}<article><h1>Forbidden City</h1><p>The palace opens at 8:30. Tickets must be booked seven days ahead, with your passport number.</p></article>
Maintenance technician (m/f/d) - Jobs ¦ {nav}<article><h1>Maintenance technician</h1><p>You look after our bottling line in two shifts. Pay: €3,200. Start: at once. Apply by e-mail.</p></article>
You are now in line: the maths of queues ¦ {nav}<article><h1>You are now in line: the maths of queues</h1><p>With one desk and arrivals at 90 % of its speed, the mean wait is nine times the service time.</p></article>
Waiting room ¦ {nav}<article><h1>Waiting room</h1><p>Our waiting room is on the first floor. Please bring your insurance card. There are toys for children and the practice has free Wi-Fi.</p></article>
Guest Wi-Fi | Hotel Linde ¦ {nav}<article><h1>Guest Wi-Fi</h1><p>Wi-Fi is free in all rooms. The network is “Linde”; ask for the password at the desk. Breakfast is from 7 to 10.</p></article>
How to enable cookies ¦ {nav}<article><h1>How to enable cookies</h1><p>Open the settings of your browser, choose Privacy, and allow cookies for this site. Then reload the page.</p></article>
Members only: inside London’s clubs ¦ {nav}<article><h1>Members only: inside London’s clubs</h1><p>Boodle’s was founded in 1762, White’s in 1693. Both still vote with black balls.</p></article>
Private beaches of Mallorca ¦ {nav}<article><h1>Private beaches of Mallorca</h1><p>By law every beach in Spain is public. Eleven bays are still hard to reach without crossing private land.</p></article>
Subscribe to our newsletter ¦ {nav}<h1>Subscribe to our newsletter</h1><p>Once a month: new titles, readings, and one poem. 4,200 readers. No advertising.</p><form><input type="email"><button>Subscribe</button></form>
Expired film: a guide ¦ {nav}<article><h1>Expired film: a guide</h1><p>Film past its date loses speed: give it one stop more light per decade. Colour film shifts to magenta.</p></article>
Product recall: kettle K20 ¦ {nav}<article><h1>Product recall: kettle K20</h1><p>This product is no longer available. If you own one, stop using it and send us the serial number; we refund the full price.</p></article>
Impressum ¦ {nav}<h1>Impressum</h1><p>Werkstatt Nord GmbH, Hafenstraße 3, 24103 Kiel. Geschäftsführerin: Antje Voss. HRB 1234, Amtsgericht Kiel.</p>
Einen Moment bitte – Kolumne ¦ {nav}<article><h1>Einen Moment bitte</h1><p>Gestern stand ich an der Kasse und hatte zum ersten Mal seit Wochen Zeit. Niemand drängelte. Es war schön.</p></article>
Wartungsarbeiten an der Heizung ¦ {nav}<article><h1>Wartungsarbeiten an der Heizung</h1><p>Am Dienstag wird die Heizung im Haus B gewartet. Zwischen 8 und 12 Uhr gibt es kein warmes Wasser.</p></article>
Comment contourner un captcha ? Non. ¦ {nav}<article><h1>Pourquoi les captchas énervent</h1><p>Ils prennent douze secondes, et les robots les résolvent mieux que nous. Une étude de 2023 le montre.</p></article>
Accès refusé : que faire ? ¦ {nav}<article><h1>Accès refusé : que faire ?</h1><p>Vérifiez d’abord vos droits sur le dossier, puis redémarrez l’explorateur. Sous Windows 11, ouvrez l’onglet Sécurité.</p></article>
Tortilla de patatas ¦ {nav}<article><h1>Tortilla de patatas</h1><p>Pela cuatro patatas, fríelas a fuego lento con cebolla, mezcla con seis huevos y cuaja por ambos lados.</p></article>
Orari ¦ {nav}<h1>Orari</h1><p>Lunedì–venerdì 9–13 e 15–19, sabato 9–13. Domenica chiuso. Via Roma 12, Lucca.</p>
Chuva forte em Lisboa ¦ {nav}<article><h1>Chuva forte em Lisboa</h1><p>A proteção civil registou 43 ocorrências até às oito da manhã. Não há feridos.</p></article>
Вы не робот? Книга о машинах ¦ {nav}<article><h1>Книга о машинах</h1><p>Сборник из двенадцати рассказов о том, как люди и машины учатся понимать друг друга. 240 страниц.</p></article>
Menü ¦ {nav}<h1>Menü</h1><ul><li>Mercimek çorbası 90 TL</li><li>Izgara köfte 240 TL</li><li>Baklava 120 TL</li></ul>
営業時間のご案内 ¦ {nav}<h1>営業時間のご案内</h1><p>平日は午前10時から午後7時まで営業しております。土日祝日はお休みをいただいております。</p>
メンテナンスのお知らせ ¦ {nav}<h1>メンテナンスのお知らせ</h1><p>12月3日の午前2時から4時まで、システムメンテナンスのため予約サービスを停止いたします。お電話での受付は通常どおりです。</p><ul><li><a href="/news/1">過去のお知らせ</a></li></ul>
图书馆下周开放 ¦ {nav}<h1>图书馆下周开放</h1><p>市图书馆新馆将于下周一正式开放，藏书六十万册，每天上午九点至晚上八点开放。</p>
验证码的历史 ¦ {nav}<h1>验证码的历史</h1><p>验证码出现于二十世纪末，用来区分人与程序。如今多数网站采用无感验证，用户几乎察觉不到它的存在。</p>
من نحن ¦ {nav}<h1>من نحن</h1><p>نحن مكتبة صغيرة في عمّان، نبيع الكتب القديمة والجديدة منذ عام 1987. نفتح كل يوم عدا الجمعة.</p>
휴무 안내 ¦ {nav}<h1>휴무 안내</h1><p>11월 25일은 정기 휴무입니다. 다음 날부터 정상 영업합니다.</p>
हमारे बारे में ¦ {nav}<h1>हमारे बारे में</h1><p>हम जयपुर में हाथ से बने कागज़ की एक छोटी दुकान हैं।</p>
Bot verification | Acme Docs ¦ {nav}<article><h1>Bot verification</h1><p>To be listed as a verified bot, publish your IP ranges as JSON and answer from names that resolve both ways. Review takes five days.</p></article>
Security check ¦ {nav}<article><h1>Security check</h1><p>At Frankfurt the lanes in terminal 1 now have CT scanners: laptops and liquids stay in the bag. Allow 20 minutes.</p></article>
Rate limiting ¦ {nav}<article><h1>Rate limiting</h1><p>A token bucket holds n tokens and is refilled at a fixed rate. Each request takes one; without a token it is refused.</p></article>
Ad blockers compared ¦ {nav}<article><h1>Ad blockers compared</h1><p>uBlock Origin uses the least memory of the five. Two let through “acceptable ads” unless told not to.</p></article>
Sign in sheet template ¦ {nav}<article><h1>Sign in sheet template</h1><p>Print the PDF, or copy the table into your own document: name, time in, time out, signature.</p></article>
Login – Die Ausstellung ¦ {nav}<article><h1>Login – Die Ausstellung</h1><p>Vierzig Jahre Computer in Berlin: vom BTX-Gerät bis zum ersten Mailkonto. Bis 2. Februar im Technikmuseum, Eintritt 8 Euro.</p></article>
You have been unsubscribed ¦ {nav}<h1>You have been unsubscribed</h1><p>You will get no more mail from us. Changed your mind? <a href="/subscribe">Subscribe again</a>.</p>
Thank you ¦ {nav}<h1>Thank you</h1><p>Your message has been sent. We answer within two working days.</p>
Quote of the day ¦ {nav}<blockquote>Simplicity is prerequisite for reliability.</blockquote><p>Edsger W. Dijkstra</p>
Links ¦ {nav}<ul><li><a href="https://a.test">a</a></li><li><a href="https://b.test">b</a></li><li><a href="https://c.test">c</a></li></ul>
Meetup #41 ¦ {nav}<h1>Meetup #41</h1><p>Thursday, 19:00, Café Central. Talk: “Blocked! Life behind a proxy”. Free, no registration.</p>
Weather Umeå ¦ {nav}<h1>Umeå</h1><p>-4 °C, light snow. Tomorrow -7 °C, clear.</p>
Gallery ¦ {nav}<h1>Gallery</h1><img src="1.jpg" alt="Boat"><img src="2.jpg" alt="Harbour"><img src="3.jpg" alt="Gulls">
Index of /pub/ ¦ <h1>Index of /pub/</h1><hr><pre><a href="../">../</a> <a href="a.tar.gz">a.tar.gz</a>   17-Nov-2026 10:00   12345 <a href="b.tar.gz">b.tar.gz</a>  17-Nov-2026 10:00  3456 </pre><hr>
Bitcoin price ¦ {nav}<h1>Bitcoin</h1><p>$104,220 <span>+1.2 %</span></p><p>Updated 17 November 2026, 10:00 UTC</p>
Seized: ships of the blockade ¦ {nav}<article><h1>Seized: ships of the blockade</h1><p>Between 1914 and 1918 the navy seized 1,100 ships. The list names each, with its port and cargo.</p></article>
Blocked in Turkey: 2026 report ¦ {nav}<article><h1>Blocked in Turkey: 2026 report</h1><p>By June 1,040,000 addresses were blocked by order of courts and agencies. Access to 61 news sites was restricted.</p></article>
Not available in your country: a history of region codes ¦ {nav}<article><h1>Not available in your country</h1><p>DVDs had eight regions. Most players could be opened with a code typed on the remote control.</p></article>
Account of the suspended bridge, 1826 ¦ {nav}<article><h1>Account of the suspended bridge</h1><p>Telford’s bridge over the Menai was opened on 30 January 1826; the first coach crossed before dawn.</p></article>
Under construction: new bridge in Porto ¦ {nav}<article><h1>Under construction: new bridge in Porto</h1><p>The bridge is to open in 2028. It has a span of 428 m and carries the metro.</p></article>
Bau Huber – Hochbau ¦ {nav}<h1>Wir bauen</h1><p>Einfamilienhäuser, Hallen, Sanierungen. Seit 1961 in Rosenheim. Telefon 08031 0000.</p>
It works! ¦ {nav}<article><h1>It works!</h1><p>After three weekends the ZX81 boots again. The fault was a cracked trace beside the ULA; a thin wire fixed it.</p></article>
Welcome to nginx: a first server block ¦ {nav}<article><h1>Welcome to nginx: a first server block</h1><p>Create a file in /etc/nginx/conf.d, name your server, and set root. Then run nginx -t and reload.</p></article>
Default page in IIS ¦ {nav}<article><h1>Default page in IIS</h1><p>IIS serves iisstart.htm until you add your own default document. Change the list in Default Document.</p></article>
DataDome raises $42M ¦ {nav}<article><h1>DataDome raises $42M</h1><p>The maker of bot protection says it stops 350 billion attacks per year. Its pages say “Please enable JS”.</p></article>
New bakery opening soon in Mill Street ¦ {nav}<article><h1>New bakery opening soon in Mill Street</h1><p>Hanne Berg opens her second bakery on 1 December. She will bake rye bread and cardamom buns from six.</p></article>
Loading bays and how to mark them ¦ {nav}<article><h1>Loading bays and how to mark them</h1><p>A bay is 3.5 m wide. Paint the border in yellow, 10 cm, and the word in letters of 40 cm.</p></article>
Lamp L2 ¦ {nav}<h1>Lamp L2</h1><p>€89, brass, 2,700 K. Delivery in three days.</p><noscript>Please enable JavaScript to buy.</noscript>
Live: match centre ¦ {nav}<h1>Lund 2 – 1 Malmö</h1><p>78’ Goal! Berg heads in the corner.</p><p>61’ Yellow card for Holm.</p>
Opening hours ¦ <h1>Opening hours</h1><p>Please note: we are closed on Mondays. Tuesday to Sunday 10–18.</p>
Thank you for your order ¦ <h1>Thank you!</h1><p>Your order has been received. You will get an e-mail shortly. See you soon!</p>
Oak shelf | Wood ¦ <h1>Oak shelf</h1><p>Solid oak, oiled, 90 cm. This item is currently unavailable. Leave your e-mail and we write when it is back.</p>
Vintage lamp ¦ <h1>Vintage lamp</h1><p>Sold. Brass, 1962, rewired. Was €180.</p>
We need a web administrator ¦ <h1>We need a web administrator</h1><p>You look after our servers and help users with access and passwords. Part time, Bonn.</p>
Support ¦ <h1>Support</h1><p>Need help? Contact our support team by e-mail, or call us Monday to Friday.</p><p>Please have your customer number ready.</p>
Contact us ¦ <h1>Contact us</h1><p>Please send us a message and we will get back to you shortly.</p><form><input><textarea></textarea></form>
Choose a good password ¦ <h1>Choose a good password</h1><p>Use four random words. Never use the same password twice. Let a manager remember it for you.</p>
Turn on two-factor login ¦ <h1>Turn on two-factor login</h1><ol><li>Open Settings</li><li>Choose Security</li><li>Scan the code with your phone</li></ol>
Verify your email address ¦ <h1>Verify your email address</h1><p>After you register, we send a link. Click it within 24 hours. No mail? Look in your spam folder.</p>
Cookies we use ¦ <h1>Cookies we use</h1><table><tr><td>sid</td><td>session</td></tr><tr><td>lang</td><td>1 year</td></tr></table>
Terms of service ¦ <h1>Terms of service</h1><p>By using this site you accept these terms. You must be 18 or older to open an account. We may suspend accounts that break the rules.</p>
Legal notice ¦ <h1>Legal notice</h1><p>This website is run by Nord GmbH, Kiel. We accept no liability for links.</p>
What is my IP address? ¦ <h1>Your IP address is 203.0.113.7</h1><p>Your browser is Firefox 140. JavaScript is enabled. Cookies are enabled.</p>
Browser check ¦ <h1>Browser check</h1><ul><li>WebGL: yes</li><li>WebRTC: yes</li><li>Canvas: 8 bit</li></ul>
Is it down right now? ¦ <h1>example.com is up</h1><p>It is not just you: response in 120 ms from Frankfurt.</p>
Server maintenance window ¦ <h1>Server maintenance window</h1><p>Set maintenance_window in config.yaml. Updates are installed only in that time.</p><pre>maintenance_window: "Sun 02:00"</pre>
Robot club ¦ <h1>Robot club</h1><p>We build robots every Thursday in the library. You are welcome from age 10.</p>
Human rights ¦ <h1>Human rights</h1><p>All human beings are born free and equal in dignity and rights.</p>
Wait ¦ <h1>Wait</h1><p>Wait, for now. Distrust everything if you have to. But trust the hours.</p>
Blocked nose? Try steam ¦ <h1>Blocked nose? Try steam</h1><p>Lean over a bowl of hot water for ten minutes. See a doctor if it lasts.</p>
Access and parking ¦ <h1>Access and parking</h1><p>The museum has step-free access. Parking for visitors is behind the building; access is from Mill Lane.</p>
Access Denied (1997) ¦ <h1>Access Denied (1997)</h1><p>Thriller by Jan Olsen, 94 min. A programmer is locked out of his own life.</p>
Error bars ¦ <h1>Error bars</h1><p>Error bars show the spread of the data. State whether they are SD, SEM or a confidence interval.</p>
Page 404 ¦ <h1>Page 404</h1><p>The printer left out one leaf. Collectors now pay triple for copies that lack it.</p>
Register a domain ¦ <h1>Register a domain</h1><p>.com €9 per year, .net €11, .io €38. Search for a name and add it to your basket.</p>
Web hosting ¦ <h1>Web hosting</h1><ul><li>Small: 10 GB, €3</li><li>Large: 100 GB, €9</li></ul><p>Your site is online in five minutes.</p>
it broke ¦ <h1>it broke</h1><p>my server went down last night. disk full. i deleted the logs and went to bed.</p>
Under Construction ¦ <h1>Under Construction</h1><p>Fourth album by Missy Elliott, released 2002. Singles: Work It, Gossip Folks.</p>
Moment – Uhren ¦ <h1>Moment</h1><p>Uhren aus Glashütte, von Hand gefertigt. Ab 1.200 Euro.</p>
Anmeldung zum Kurs ¦ <h1>Anmeldung zum Töpferkurs</h1><p>Der Kurs beginnt am 3. März. Bitte melden Sie sich per E-Mail an. Kosten: 120 Euro.</p>
Straße gesperrt ¦ <h1>Hauptstraße gesperrt</h1><p>Wegen Bauarbeiten ist die Hauptstraße bis Freitag gesperrt. Eine Umleitung ist ausgeschildert.</p>
Praxis geschlossen ¦ <h1>Unsere Praxis ist vom 1. bis 14. August geschlossen</h1><p>Die Vertretung übernimmt Dr. Meyer, Telefon 0431 0000.</p>
Kein Wasser ¦ <h1>Kein Wasser am Dienstag</h1><p>Wegen Wartungsarbeiten ist das Wasser von 8 bis 12 Uhr abgestellt.</p>
Travaux ¦ <h1>Travaux rue de Metz</h1><p>La rue est fermée du 3 au 9 mars. L’accès des riverains est maintenu.</p>
Connexion fibre ¦ <h1>Connexion fibre</h1><p>Votre village est raccordé depuis mai. Débit : 1 Gbit/s, 29 € par mois.</p>
La espera ¦ <h1>La espera</h1><p>Novela de Marta Ruiz. Una mujer aguarda en un puerto a un barco que no llega.</p>
Cerrado por vacaciones ¦ <h1>Cerrado por vacaciones</h1><p>Volvemos el 1 de septiembre. Pedidos por teléfono.</p>
Come arrivare ¦ <h1>Come arrivare</h1><p>L’accesso al museo è da via Garibaldi. Autobus 4 e 9, fermata Duomo.</p>
Manutenção de bicicletas ¦ <h1>Manutenção de bicicletas</h1><p>Revisão completa por 35 euros, pronta em dois dias.</p>
Технические условия ¦ <h1>Технические условия</h1><p>Насос рассчитан на давление до 6 бар. Масса 14 кг. Гарантия два года.</p>
Ремонт дороги ¦ <h1>Ремонт дороги</h1><p>С понедельника на улице Мира ведутся ремонтные работы. Движение ограничено до пятницы.</p>
Cilt bakımı ¦ <h1>Cilt bakımı</h1><p>Haftada bir maske, her gün güneş kremi. Randevu için arayın.</p>
ご予約の確認 ¦ <h1>ご予約の確認方法</h1><p>予約番号とお名前をご用意のうえ、お電話ください。受付は九時からです。</p>
停水通知 ¦ <h1>停水通知</h1><p>因管道维修，本周三上午八点至十二点停水，请居民提前储水。</p>
영업시간 ¦ <h1>영업시간</h1><p>평일 오전 10시부터 오후 8시까지 영업합니다. 주차 가능합니다.</p>
Wachten op de bus ¦ <h1>Wachten op de bus</h1><p>Lijn 12 rijdt om het kwartier. Op zondag om het half uur.</p>
Robot kuchenny ¦ <h1>Robot kuchenny R5</h1><p>Miska 4,5 l, moc 900 W, sześć końcówek. Cena 899 zł.</p>
Om oss ¦ <h1>Om oss</h1><p>Vi är en liten bokhandel i Lund. Vi säljer nya och gamla böcker sedan 1974.</p>
مواعيد العمل ¦ <h1>مواعيد العمل</h1><p>نعمل كل يوم من التاسعة صباحا حتى الخامسة مساء.</p>
Ωράριο ¦ <h1>Ωράριο</h1><p>Δευτέρα έως Παρασκευή 9–17. Κλειστά το Σάββατο.</p>
אודות ¦ <h1>אודות</h1><p>אנחנו מאפייה קטנה בחיפה, פתוחים כל יום משש בבוקר.</p>
On waiting ¦ <h1>On waiting</h1><p>I waited two hours for the ferry and watched a heron catch one fish after another.</p>
Changelog ¦ <h1>Changelog</h1><h2>2.1</h2><ul><li>Fix login error when the password has a colon</li><li>Retry failed requests</li></ul>
Login fails with error 500 · Issue #12 ¦ <h1>Login fails with error 500</h1><p>When I log in with a new account the server returns error 500. Version 2.1, Firefox.</p><p>Fixed in 2.2, thanks for the report.</p>
FAQ ¦ <h1>FAQ</h1><h2>Do you ship to my country?</h2><p>Yes, to all of Europe.</p><h2>Can I return a lamp?</h2><p>Within 30 days.</p>
I cannot log in ¦ <h1>I cannot log in</h1><p>Ask an administrator of your workspace to invite you again. Invitations are valid for seven days.</p>
Bank apps down for three hours ¦ <h1>Bank apps down for three hours</h1><p>Customers of two banks could not log in on Monday morning. The banks blamed a supplier and said that no data was lost.</p>
My account was suspended ¦ <h1>My account was suspended</h1><p>On Friday the marketplace closed my shop without a word. It took nine days and a lawyer to get it back.</p>
Ada Park ¦ <h1>Ada Park</h1><p>Security engineer in Oslo. I break login pages for a living.</p>
Sentinel Access ¦ <h1>Sentinel Access</h1><p>Doors, locks and access control for offices. Installed in 400 buildings.</p>
Verify a certificate ¦ <h1>Verify a certificate</h1><p>Enter the number on your diploma.</p><form><input><button>Verify</button></form>
Track your parcel ¦ <h1>Track your parcel</h1><form><input placeholder="Number"><button>Track</button></form>
Donate ¦ <h1>Donate</h1><p>Your gift keeps the lifeboat at sea. €25 pays for a life jacket.</p>
Paste 8f2 ¦ <pre>ERROR 1045 (28000): Access denied for user root@localhost</pre>
error.log ¦ <pre>[error] 502 bad gateway while connecting to upstream</pre><p>Our staging log, 12 lines.</p>
Error of my ways ¦ <h1>Error of my ways</h1><p>I took the long road home again, the moon was low, the corn was high.</p>
Tides ¦ <h1>Tides at Whitby</h1><table><tr><td>04:12</td><td>1.2 m</td></tr><tr><td>10:31</td><td>5.4 m</td></tr></table>
New: autumn coats ¦ <h1>Autumn coats</h1><p>Coming soon: the Loden in green. In store now: the Peacoat, €290.</p>
Termine ¦ <h1>Termine</h1><p>Bitte rufen Sie uns an, um einen Termin zu vereinbaren: 040 0000.</p>
Server der Uni wieder erreichbar ¦ <h1>Server der Uni wieder erreichbar</h1><p>Nach dem Brand im Rechenzentrum laufen seit Montag wieder alle Dienste der Hochschule.</p>
Avis de coupure ¦ <h1>Avis de coupure d’eau</h1><p>L’eau sera coupée mardi de 9 h à 11 h dans le quartier Saint-Jean.</p>
Aviso ¦ <h1>Aviso a los vecinos</h1><p>El ascensor estará fuera de servicio el jueves por revisión.</p>
Avviso ¦ <h1>Avviso</h1><p>La biblioteca resterà chiusa il 2 novembre. I prestiti sono prorogati di una settimana.</p>
Aviso ¦ <h1>Feira do livro</h1><p>A feira abre sábado às dez no jardim da cidade. Entrada livre.</p>
Объявление ¦ <h1>Объявление</h1><p>В субботу библиотека работает до шести вечера. Вход свободный.</p>
お知らせ ¦ <h1>臨時休業のお知らせ</h1><p>誠に勝手ながら、十二月三日は臨時休業とさせていただきます。</p>
通知 ¦ <h1>放假通知</h1><p>元旦期间商店照常营业，时间为上午十点至下午五点。</p>
공지 ¦ <h1>주차 안내</h1><p>건물 뒤편에 주차장이 있습니다. 두 시간 무료입니다.</p>
Duyuru ¦ <h1>Duyuru</h1><p>Kütüphane cumartesi günü saat altıya kadar açıktır.</p>
Ogłoszenie ¦ <h1>Ogłoszenie</h1><p>W sobotę targ będzie otwarty do szesnastej. Zapraszamy po jabłka i miód.</p>
Mededeling ¦ <h1>Mededeling</h1><p>De markt is zaterdag open tot vier uur. Er is verse vis en kaas.</p>
Example Domain ¦ <div><h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission. Avoid use in operations.</p><p><a href="https://iana.org/domains/example">Learn more</a></p></div>
Example Domain ¦ <div><h1>Example Domain</h1><p>This domain is for use in illustrative examples in documents. You may use this domain in literature without prior coordination or asking for permission.</p><p><a href="https://www.iana.org/domains/example">More information...</a></p></div>
All Systems Operational ¦ <h1>Acme Status</h1><h2>All Systems Operational</h2><ul><li>API Operational</li><li>Website Operational</li><li>Database Operational</li></ul><p>No incidents reported today.</p>
Acme Status ¦ <h1>Acme Status</h1><h2>Partial outage</h2><p>We are investigating an issue with logins. Users may be unable to sign in to their accounts. Updates will follow.</p><p>14:02 UTC - Investigating</p>
Jane Doe ¦ <h1>Jane Doe</h1><p>I am a software engineer in Berlin. I write about security and networks.</p><p><a href="/cv">CV</a> <a href="/blog">Blog</a></p>
Contact us ¦ <h1>Contact us</h1><p>Please fill in the form below and our team will get back to you within two days.</p><form><input name=name><input name=email><textarea></textarea><button>Send</button></form><p>Acme Ltd, 12 Main Street, Leeds</p>
Thank you ¦ <h1>Thank you!</h1><p>Your message has been sent. We will get back to you shortly.</p><a href="/">Home</a>
Privacy policy ¦ <h1>Privacy policy</h1><p>We use cookies to keep you signed in. We do not share your personal data with partners. You may contact us about your data at privacy@acme.org.</p>
Is it Friday? ¦ <h1>No.</h1>
API ¦ <h1>Acme API</h1><p>The API is running. See the documentation for how to get access.</p><a href="/docs">Documentation</a>
Opening hours ¦ <h1>Opening hours</h1><p>The library is closed on Monday and open from 9 to 18 on other days.</p>
What is a 403 error? ¦ <h1>What is a 403 error?</h1><p>A 403 Forbidden error means that the server understood the request but refuses to authorise it. Check your permissions and clear your cookies.</p>
Two-factor authentication ¦ <h1>Two-factor authentication</h1><p>To protect your account, turn on two-factor authentication in Settings, then Security. You will be asked for a code whenever you sign in from a new device.</p>
Maintenance tonight ¦ <h1>Maintenance tonight</h1><p>Our servers will be upgraded on 12 May between 22:00 and 23:00. The website will be unavailable during this time. We apologise for the inconvenience.</p><p>Posted by the operations team</p>
The wall ¦ <h1>The wall</h1><p>The old stone wall behind the church was built in 1380. It is four metres high.</p>
Captcha ¦ <h1>CAPTCHA</h1><p>A CAPTCHA is a test that tells humans and computers apart. The term was coined in 2003.</p>
Wir sind umgezogen ¦ <h1>Wir sind umgezogen</h1><p>Seit dem 1. Mai finden Sie unsere Praxis in der Hauptstraße 4 in Ulm. Wir freuen uns auf Ihren Besuch.</p>
Öffnungszeiten ¦ <h1>Öffnungszeiten</h1><p>Unser Geschäft ist vorübergehend geschlossen. Ab dem 3. August sind wir wieder für Sie da.</p>
Nouveautés ¦ <h1>Nouveautés</h1><p>La boutique sera fermée du 1er au 15 août. Les commandes seront expédiées à partir du 16.</p>
Members ¦ <h1>Members</h1><ul><li>Ada Lovelace</li><li>Alan Turing</li></ul><p>Members may log in to see the minutes of our meetings.</p>
Download ¦ <h1>Download Foo 2.1</h1><p>Click the button below to download. Your download will start automatically in a few seconds.</p><a href="foo.zip">Download</a>
Redirecting your mail ¦ <h1>Redirecting your mail</h1><p>If you move house, the post office can redirect your letters for up to a year.</p>
Coming soon: spring menu ¦ <h1>Spring menu</h1><p>From 1 April: asparagus soup, roast lamb with mint, rhubarb cake. Reservations by phone.</p>
Age limits ¦ <h1>Age limits</h1><p>You must be 18 or older to enter the casino. Bring your passport.</p>
Access ¦ <h1>Access and parking</h1><p>Access is by the east gate. Parking is limited; visitors with a permit may use the lower yard.</p>
Error messages ¦ <h1>Error messages</h1><table><tr><td>E1</td><td>Paper jam: open the rear door</td></tr><tr><td>E2</td><td>No ink</td></tr></table>
Blocked drains ¦ <h1>Blocked drains</h1><p>We unblock drains in Kent, day or night. Call 01622 000000.</p>
Verify a certificate ¦ <h1>Verify a certificate</h1><p>Enter the number on the certificate to check that it is genuine.</p><form><input name=n><button>Verify</button></form>
Waiting room ¦ <h1>Waiting Room</h1><p>A play in two acts by Mara Lind. Two strangers wait for a train that never comes.</p>
Weather ¦ <h1>Leeds now</h1><p>12 °C, light rain. Tomorrow: sunny, 15 °C.</p>
404 ¦ <h1>Room 404</h1><p>A double room with a view of the harbour, from 90 euros a night.</p>
Sicherheit ¦ <h1>Sicherheit im Netz</h1><p>Verwenden Sie für jedes Konto ein anderes Passwort. Ein Passwortmanager hilft dabei.</p>
Login page design ¦ <h1>Login page design</h1><p>A good login page has two fields and one button. Show the password on request.</p>
Password generator ¦ <h1>Password generator</h1><p>Choose a length and press Generate.</p><form><input type=text value="x7Gh!"><button>Generate</button></form>
My IP ¦ <h1>Your IP address is 203.0.113.7</h1><p>Location: Ghent, Belgium</p>
System requirements ¦ <h1>System requirements</h1><p>Your browser must support JavaScript. We recommend Firefox 120 or later.</p>
Release notes ¦ <h1>Release 4.2</h1><p>Fixed: the page could not be reloaded. Fixed: an error when cookies are disabled.</p>
Jobs ¦ <h1>Security guard</h1><p>This position is no longer available.</p><p>See our other openings in Lyon and Nantes.</p>
Terms ¦ <h1>Terms</h1><p>By using this site you agree to these terms. We may suspend your account if you break them.</p>
Cookie recipe ¦ <h1>Butter cookies</h1><p>Mix butter, sugar and flour. Bake for 12 minutes at 180 degrees. Let them cool.</p>
Anna Bell Pottery ¦ <h1>Anna Bell Pottery</h1><p>Hand-thrown mugs and bowls from Devon.</p><p>The shop opens again on Saturday. Sign up to be told about new work.</p><form><input type=email><button>Sign up</button></form>
Events ¦ <h1>Events</h1><p>No events are planned at the moment. Please check back later.</p>
Search results ¦ <h1>Search results for "walnut"</h1><p>No results were found. Try another word.</p><form><input name=q></form>
Your basket ¦ <h1>Your basket</h1><p>Your basket is empty.</p><a href="/">Continue shopping</a>
Unsubscribed ¦ <h1>You have been unsubscribed</h1><p>You will no longer receive our newsletter.</p>
How to reset your password ¦ <h1>How to reset your password</h1><ol><li>Open the sign-in page.</li><li>Choose Forgot password.</li><li>Check your e-mail.</li></ol>
Firewall rules ¦ <h1>Firewall rules</h1><p>By default all incoming traffic is blocked. Add a rule to allow a port.</p>
Rate limits ¦ <h1>Rate limits</h1><p>Each key may send 60 requests per minute. Requests above the limit get status 429; wait and try again.</p>
Age verification law passed ¦ <h1>Age verification law passed</h1><p>Parliament voted on Tuesday to require sites to check the age of visitors.</p>
The Queue ¦ <h1>The Queue</h1><p>A comedy in three acts. Tickets from 12 pounds. Booking opens in May.</p>
Error 404: the film ¦ <h1>Error 404</h1><p>A short film by Li Wei about a lost page. 14 minutes, 2021.</p>
Domain names ¦ <h1>Domain names</h1><p>Register your .com domain for 9 euros a year. All domains come with free e-mail forwarding.</p>
Wartung und Service ¦ <h1>Wartung und Service</h1><p>Wir warten Ihre Heizung einmal im Jahr. Rufen Sie uns an.</p>
Impressum ¦ <h1>Impressum</h1><p>Angaben gemäß § 5 TMG: Max Muster, Musterweg 1, 12345 Musterstadt. Kontakt: info@muster.de</p>
Fermeture annuelle ¦ <h1>Fermeture annuelle</h1><p>Le restaurant est fermé jusqu'au 20 août. Merci de votre patience.</p>
Acceso ¦ <h1>Cómo llegar</h1><p>Acceso por la calle Mayor. Aparcamiento para visitantes detrás del edificio.</p>
お知らせ ¦ <h1>お知らせ</h1><p>8月10日から15日まで休業いたします。ご不便をおかけします。</p>
通知 ¦ <h1>停电通知</h1><p>本周六上午九点至下午三点，城东小区停电检修。</p>
Consent form ¦ <h1>Consent form</h1><p>I agree that my child may take part in the school trip to York on 3 June.</p>
Robots ¦ <h1>Robots</h1><p>Our robot mows lawns of up to 800 square metres. Price: 900 euros.</p>
Security ¦ <h1>Reporting a vulnerability</h1><p>Please send details to security@acme.org. We answer within three days.</p>
Live ¦ <h1>We are live!</h1><p>Our new website is online. Thank you for your patience.</p>
Subscribe ¦ <h1>Subscribe to our newsletter</h1><p>One letter a month about bees. No advertising.</p><form><input type=email><button>Subscribe</button></form>
Job closed ¦ <h1>Warehouse worker, Ghent</h1><p>Applications for this post closed on 1 May.</p>
Hello world ¦ <h1>Hello world!</h1><p>Welcome to WordPress. This is your first post. Edit or delete it, then start writing!</p>
Lost and found ¦ <h1>Lost and found</h1><p>Things left on our trains are kept for three months. Ask at the desk in hall B.</p>
Moved ¦ <h1>Our clinic has moved</h1><p>You will find us at 4 Park Lane from Monday. The phone number stays the same.</p>
Stay tuned ¦ <h1>New album in autumn</h1><p>Ten songs, recorded in Oslo with a string quartet. Pre-order from 1 September.</p>
Back soon ¦ <h1>Back soon: the swifts</h1><p>Swifts return to our roofs in the first week of May. Leave the nest boxes open.</p>
Missing ¦ <h1>Missing cat</h1><p>Grey, white paws, answers to Tom. Last seen near the mill on Sunday.</p>
Limits ¦ <h1>Speed limits</h1><p>The limit on this road is 30 miles per hour.</p>
Permission ¦ <h1>Planning permission</h1><p>You do not need permission for a fence below two metres.</p>
Confirmed ¦ <h1>Your booking is confirmed</h1><p>Room 12, two nights from 4 May. We look forward to seeing you.</p>
Help ¦ <h1>I cannot log in</h1><p>Check that caps lock is off. If you still cannot log in, write to help@acme.org with your user name.</p>
Allgemeine Hinweise ¦ <h1>Besuch im Museum</h1><p>Taschen müssen an der Garderobe abgegeben werden. Fotografieren ist verboten.</p>
Avis ¦ <h1>Avis aux visiteurs</h1><p>Le parc est interdit aux chiens. Merci de rester sur les chemins.</p>
Horario ¦ <h1>Horario</h1><p>Abrimos de lunes a viernes. Los sábados cerramos a las dos.</p>
Verlof ¦ <h1>Wij zijn met vakantie</h1><p>De winkel is dicht tot 20 augustus. Bestellingen verzenden we daarna.</p>
Inget svar ¦ <h1>Inget svar</h1><p>En novell av Karin Ek om ett brev som aldrig kom fram.</p>
Quota ¦ <h1>Fishing quota</h1><p>The quota for cod was exceeded by 4 percent in March.</p>
`;
