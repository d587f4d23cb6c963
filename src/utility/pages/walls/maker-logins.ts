/** What makers of login pages and paywalls write, in the same form as the walls. */
export const makerLogins = `
  Facebook: you must log in to continue
  Facebook: you must log in first
  Facebook: log in or sign up to view
  Instagram: log in to see photos and videos from friends
  Instagram: sign up to see photos and videos from your friends
  LinkedIn: you agree to the linkedin user agreement
  LinkedIn: sign in to view full profile
  Telegram: if you have telegram, you can contact
  Telegram: if you have telegram, you can view and join
  Medium: create an account to read the full story
  Medium: the author made this story available to medium members only
  Substack: this post is for paid subscribers
  Substack: this post is for subscribers
  Substack: keep reading with a 7-day free trial
  Patreon: become a member to see this
  Patreon: join to unlock
  Patreon: unlock this post by becoming a patron
  Financial Times: subscribe to unlock this article
  Financial Times: complete digital access to quality ft journalism
  New York Times: thank you for your patience while we verify access
  Wall Street Journal: continue reading your article with a wsj subscription
  Google: ask for access, or switch to an account with access
  Google: you need permission to access
  Atlassian: powered by atlassian confluence
  Atlassian: log in with atlassian account
  Atlassian: atlassian jira project management software
  Slack: sign in to your workspace
  Slack: enter your workspace's slack url
  Discord: this invite may be expired, or you might not have permission to join
  Microsoft: can't access your account?
  Microsoft: javascript required to sign in
  Quora: by continuing you indicate that you agree to quora
  Pinterest: by continuing, you agree to pinterest
  Scribd: start your free trial to read the full
  Phabricator: you must log in to continue
  phpBB: the board requires you to be registered and logged in to view this forum
  phpBB: you are not authorised to read this forum
  vBulletin: you are not logged in or you do not have permission to access this page
  Discourse: that page is private
  Discourse: log in to view this topic
  Discourse: you need permission to do that
  WordPress: this content is password protected. to view it please enter your password below
  WordPress: powered by wordpress username or email address
  *: create a free account to continue reading
  *: subscribe now to continue reading
  *: subscribe to continue reading
  *: you have reached your limit of free articles
  *: you've reached your limit of free articles
  *: you have read your last free article
  *: you've read your last free article
  *: this article is for subscribers only
  *: this content is for members only
  *: this is a members-only post
  *: please log in to view this content
  *: please sign in to view this content
  *: log in or create an account to continue
  *: log in or register to continue reading
  *: register for free to continue reading
  *: your session has expired. please log in
  *: your session has timed out. please log in
  *: dieser artikel ist nur für abonnenten
  *: ihre sitzung wurde beendet
  *: bitte melden sie sich erneut an
  *: bitte melden sie sich an, um fortzufahren
  *: cet article est réservé aux abonnés
  *: contenido exclusivo para suscriptores
  *: contenuto riservato agli abbonati
  *: dit artikel is alleen voor abonnees
  *: conteúdo exclusivo para assinantes
  *: この記事は会員限定です
  *: 有料会員限定
  *: 请先登录后再
  *: 로그인이 필요합니다
  *: 로그인이 필요한
  phpMyAdmin: welcome to phpmyadmin
  Okta: powered by okta
  Google: if you are subscribed to this group and have noticed abuse
  Academia.edu: to download this paper, please log in
  ResearchGate: join researchgate to
  Vimeo: log in to watch (if you have permission)
  *: because you're accessing sensitive info, you need to verify your password
  Synology: synology diskstation
  Zoom: or sign in with sso
  Miro: you don't have access to this board
  Airtable: this view is no longer shared
  ReadMe: this project is still in development. log in
  The Economist: explore more with a subscription
  *: start your free trial to keep reading
  *: dieser artikel ist teil von
  *: jetzt abonnieren und weiterlesen
  *: mit abo weiterlesen
  *: la suite est réservée aux abonnés
  *: de cet article à lire
  *: lees verder met een abonnement
  *: denne saken er for abonnenter
  *: den här artikeln är för prenumeranter
  *: artikkelen er for abonnenter
  *: artículo exclusivo para suscriptores
  *: questo articolo è riservato agli abbonati
  *: artigo exclusivo para assinantes
  *: artykuł dostępny tylko dla
  *: статья доступна только подписчикам
  *: pouze pro předplatitele`;
