/**
 * What makers of firewalls, sites and login pages write on pages that stand for another: the maker (`*` for several),
 * then a fixed part of a sentence in lower case with straight apostrophes.
 */
export const makerWalls = {
  challenge: `
    Cloudflare: this website is using a security service to protect itself from online attacks
    Cloudflare: enable javascript and cookies to continue
    Cloudflare: the action you just performed triggered the security solution
    Cloudflare: needs to review the security of your connection
    Cloudflare: completing the captcha proves you are a human and gives you temporary access
    Google: our systems have detected unusual traffic
    Google: sign in to confirm you're not a bot
    Amazon: click the button below to continue shopping
    Amazon: enter the characters you see below
    Anubis: has set up anubis to protect the server
    HUMAN: because we believe you are using automation tools to browse
    HUMAN: hold the button to confirm that you
    HUMAN: press & hold to confirm you are
    HUMAN: press and hold to confirm you are
    Imperva: as you were browsing something about your browser made us think you were a bot
    Vercel: we're verifying your browser
    Vercel: we are verifying your browser
    DDoS-Guard: ddos protection by ddos-guard
    Reddit: your request has been blocked due to a network policy
    Reddit: whoa there, pardner
    Queue-it: when it is your turn, you will have
    Queue-it: number of users in line ahead of you
    Baidu: 网络不给力，请稍后重试
    Baidu: 百度安全验证
    Alibaba: 请拖动下方滑块完成验证
    Alibaba: 拖动到最右边
    Alibaba: 通过验证以确保正常访问
    Tencent: 请完成安全验证
    Tencent: 环境异常，完成验证后即可继续访问
    Tencent: 当前环境异常
    Yandex: подтвердите, что запросы отправляли вы, а не робот
    Yandex: запросы с вашего устройства похожи на автоматические
    Allegro: zauważyliśmy nietypowy ruch
    TikTok: drag the slider to fit the puzzle
    Shopify: your connection needs to be verified before you can proceed
    *: checking your browser before accessing
    *: please complete the security check to access
    *: to continue, please click the box below to let us know you
    *: in order to continue, we need to verify that you're not a robot
    *: please verify that you are not a robot
    *: verify you are human by completing the action below
    *: this process is automatic. your browser will redirect to your requested content shortly
    *: complete the captcha to continue
    *: please solve this captcha
    *: we just need to make sure you're not a robot
    *: this request seems a bit unusual
    *: we have detected unusual activity from your
    *: we've detected unusual activity from your
    *: your browser will be redirected automatically
    *: you are being rate limited
    *: アクセスが集中しているため
    *: ロボットではないことを確認
    *: 로봇이 아님을 확인
    *: 자동등록방지를 위해
    Stack Overflow: we can't quite tell if you're a person or a script
    Wikimedia: please set a user-agent and respect our robot policy
    Glassdoor: by verifying that you're a real person
    eBay: to keep ebay a safe place to buy and sell, we will occasionally ask you to verify yourself
    Ticketmaster: let's get your identity verified
    Ticketmaster: your browsing activity has been paused
    Cloudflare: additional verification required
    Cloudflare: waiting room powered by cloudflare
    Friendly Captcha: anti-robot verification
    SNCF: salle d'attente virtuelle
    *: we want to make sure you're not a bot
    *: we are sorry, but your activity looks like a bot
    *: your activity looks like a bot
    *: please wait while we verify your browser
    *: please wait while your request is being verified
    *: please stand by, while we are checking your browser
    *: you will be redirected once the validation is complete
    *: you have been placed in a queue
    *: sie befinden sich in der warteschlange
    *: sie befinden sich im warteraum
    *: bitte bestätigen sie, dass sie kein roboter sind
    *: wir prüfen ihren browser
    *: veuillez confirmer que vous êtes un humain
    *: confirma que no eres un robot
    *: conferma di non essere un robot
    *: bevestig dat je geen robot bent
    *: 请输入验证码
    *: 请完成下列验证后继续
    *: 正在进行安全检测
    *: アクセスが集中しております
    *: 접속자가 많아
    *: tick the box so we know
    *: please solve this challenge so we know you are a real person
    ImmoScout24: als roboter identifiziert
    idealista: se ha detectado un uso indebido
    OTTO: momentan greifen sehr viele nutzer
    Ryanair: your place in the queue is being saved
    *: there are a lot of people on our site right now
    *: our site is very busy`,
  refused: `
    SEC: has been identified as part of a network of automated tools
    Federal Register: programmatic access to these sites is limited
    Yahoo: is no longer available in the eea and the united kingdom
    BTK: has been implemented by access provider within the scope of law no 5651
    *: sayılı kanun uyarınca
    *: доступ к запрашиваемому ресурсу ограничен
    Akamai: you don't have permission to access
    Akamai: your request was blocked by our security policy
    Amazon CloudFront: the amazon cloudfront distribution is configured to block access
    Amazon CloudFront: generated by cloudfront
    Fortinet: in violation of your internet usage policy
    Fortinet: you have tried to access a web page that is in violation
    Sucuri: if you are the site owner (or you manage this site), please whitelist your ip
    Wordfence: your access to this service has been limited
    Wordfence: generated by wordfence
    ModSecurity: an appropriate representation of the requested resource could not be found on this server
    Barracuda: the barracuda web application firewall
    Barracuda: denied by barracuda
    Zscaler: zscaler directory authentication
    Zscaler: has been blocked by zscaler
    Zscaler: your organization has selected zscaler
    Sophos: blocked by sophos
    Sophos: sophos web appliance
    BBC: bbc iplayer only works in the uk
    Hulu: hulu is only available in the united states
    Hulu: hulu isn't available in your
    Netflix: you seem to be using an unblocker or proxy
    *: from a country belonging to the european economic area
    *: our website is currently unavailable in most european countries
    *: this content is not available in your country
    *: this video is not available in your country
    *: is not available in your region
    *: has been blocked by order of
    *: access to this website has been blocked
    *: this domain has been seized
    *: your ip address has been blocked
    *: your ip has been temporarily blocked
    *: your ip address has been banned
    *: the owner of this website has banned your
    *: you are not authorized to view this page
    *: you do not have permission to view this directory or page
    *: доступ к ресурсу ограничен
    *: доступ к информационному ресурсу ограничен
    *: internet positif
    *: sorry, this request has been blocked
    *: 您的访问被阻断
    *: 您的请求在web应用防火墙
    *: 由于您访问的url有可能对网站造成安全威胁
    Cisco: has been blocked by your network administrator
    Cisco: this site is blocked due to
    Cisco Umbrella: this site was categorized in
    Pandora: we can no longer allow access to pandora for listeners located outside
    *: unavailable to visitors from the european economic area
    *: due to licensing constraints
    *: due to economic sanctions
    *: is currently not available in your country
    *: isn't available in your country
    *: in accordance with a seizure warrant
    *: this website has been seized
    *: blocked by your administrator
    *: blocked by your organization
    *: 该内容暂时无法查看
    *: この地域からはご利用いただけません
    *: お住まいの地域ではご利用
    *: gambling is not permitted in your jurisdiction
    *: we're not in your part of the world yet`,
  consent: `
    Google: before you continue to google
    Google: before you continue to youtube
    Google: bevor sie zu google
    Google: bevor sie zu youtube
    Google: avant d'accéder à google
    Google: avant d'accéder à youtube
    Google: antes de ir a google
    Google: antes de ir a youtube
    Google: prima di continuare su google
    Google: prima di continuare su youtube
    Google: voordat je verdergaat naar google
    Google: antes de continuar para o google
    Google: zanim przejdziesz do google
    Google: google に進む前に
    Yahoo: are part of the yahoo family of brands
    Yahoo: is part of the yahoo family of brands
    Yahoo: yahoo ist teil der yahoo
    Yahoo: fait partie de la famille de marques yahoo
    Steam: please enter your birth date to continue
    Steam: this product may not be appropriate for all ages, or may not be appropriate for viewing at work
    Steam: content in this product may not be appropriate for all ages
    ngrok: you should only visit this website if you trust whoever sent the link
    ngrok: this website is served for free through ngrok
    localtunnel: this website is served via a localtunnel
    localtunnel: to access the website, please enter the tunnel password
    Google: is too large for google to scan for viruses
    Google: google drive can't scan this file for viruses
    Blogger: the blog that you are about to view may contain content
    Blogger: this blog may contain content only suitable for adults
    Blogger: the blog you are about to view may contain content only suitable for adults
    Reddit: this community has not been reviewed and might contain content inappropriate
    Reddit: you must be at least eighteen years old to view this content
    Reddit: are you over eighteen and willing to see adult content
    *: are you of legal drinking age
    *: you must be of legal drinking age
    *: are you over 18 years of age
    *: are you 18 years of age or older
    *: are you 21 years of age or older
    *: you must be 18 years or older to
    *: you must be 21 years or older to
    *: i am 18 or older
    *: i am 21 or older
    *: sie müssen mindestens 18 jahre alt sein
    *: bist du 18 jahre oder älter
    *: je dois avoir l'âge légal
    *: avez-vous l'âge légal
    *: debes ser mayor de edad
    *: ¿eres mayor de edad
    *: accept the terms and conditions to connect
    *: accept the terms of use to connect to the internet
    *: you are leaving our site
    *: deceptive site ahead
    *: the site ahead contains malware
    *: this link has been flagged as potentially
    *: the link you are trying to visit may be unsafe
    *: you are about to leave this site
    *: you are now leaving this site
    *: by entering, you certify that you are of legal age
    *: by entering this site you are certifying that you are of legal
    *: by entering, you affirm that you are at least 18 years of age
    *: this website contains age-restricted materials
    *: the products on this website are intended for adults only
    *: please enter your room number
    *: akzeptieren sie die agb, um kostenlos zu surfen
    *: akzeptieren sie die nutzungsbedingungen, um sich mit dem internet`,
} as const;
