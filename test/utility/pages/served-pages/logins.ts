import { passwordForm, type Served, titled } from './served-page.ts';

export const logins: Readonly<Record<string, Served>> = {
  members: { html: titled('Log in | The Club', passwordForm) },
  redirected: {
    asked: 'https://a.test/private',
    final: 'https://a.test/users/sign_in',
    html: titled('Sign in', passwordForm),
  },
  facebook: {
    asked: 'https://www.facebook.com/group',
    final: 'https://www.facebook.com/login/?next=group',
    html: titled('Log in to Facebook', passwordForm),
  },
  instagram: {
    asked: 'https://www.instagram.com/someone/',
    final: 'https://www.instagram.com/accounts/login/?next=x',
    html: titled('Login • Instagram', passwordForm),
  },
  microsoft: {
    asked: 'https://portal.test/',
    final: 'https://login.microsoftonline.com/common/oauth2/authorize',
    html: titled('Sign in to your account'),
  },
  googleAccounts: {
    asked: 'https://docs.google.com/document/d/1',
    final: 'https://accounts.google.com/v3/signin/identifier',
    html: titled('Google Docs: Sign-in'),
  },
  okta: {
    asked: 'https://intra.test/',
    final: 'https://intra.okta.com/app/x',
    html: titled('Intra - Sign In'),
  },
  wordpress: {
    asked: 'https://blog.test/wp-admin/',
    final: 'https://blog.test/wp-login.php?redirect_to=x',
    html: titled('Log In ‹ Blog — WordPress', passwordForm),
  },
  keycloak: {
    asked: 'https://app.test/x',
    final: 'https://id.app.test/realms/app/protocol/openid-connect/auth?client_id=a',
    html: titled('Sign in to App', passwordForm),
  },
  authwall: {
    asked: 'https://www.linkedin.com/in/someone',
    final: 'https://www.linkedin.com/authwall?trk=x',
    html: titled('Sign Up | LinkedIn', passwordForm),
  },
  anmelden: {
    asked: 'https://forum.test/thema',
    final: 'https://forum.test/anmelden',
    html: titled('Anmelden', passwordForm),
  },
  gitlab: {
    asked: 'https://gitlab.test/group/project',
    final: 'https://gitlab.test/users/sign_in',
    html: titled('Sign in · GitLab', passwordForm),
  },
  'linkedin authwall': {
    html: titled('Sign Up | LinkedIn', '<form><input type="password"></form>'),
    asked: 'https://www.linkedin.com/in/x',
    final: 'https://www.linkedin.com/authwall?trk=x',
  },
  'instagram login': {
    html: titled('Login • Instagram', '<div id="react-root"></div><script></script>'),
    asked: 'https://www.instagram.com/someone/',
    final: 'https://www.instagram.com/accounts/login/?next=/someone/',
  },
  'facebook login': {
    html: titled('Log into Facebook', '<form><input type="password"></form>'),
    asked: 'https://www.facebook.com/x',
    final: 'https://www.facebook.com/login/?next=x',
  },
  'facebook same url': {
    html: titled('Log in to Facebook', '<form><input name=email><input type="password" name="pass"></form>'),
    asked: 'https://www.facebook.com/x',
  },
  'shopify password': {
    html: titled('Opening soon', '<form action="/password"><input type="password"></form>'),
    final: 'https://site.test/password',
  },
  'sso saml': {
    html: titled(
      'Working...',
      '<form method="POST" name="hiddenform" action="https://idp.x/"><input type="hidden" name="SAMLRequest"></form>',
    ),
    final: 'https://login.microsoftonline.com/common/oauth2',
  },
  'cloudflare access': {
    html: titled('Sign in ・ Cloudflare Access', '<form></form>'),
    final: 'https://team.cloudflareaccess.com/cdn-cgi/access/login/site.test',
  },
  ezproxy: { html: titled('Library Login', passwordForm), final: 'https://login.proxy.uni.edu/login?url=x' },
  'captive portal': {
    html: titled('Welcome to Hotel WiFi', '<form><input type=password></form>'),
    final: 'http://192.0.2.1/login.html',
  },
  'jira login': {
    html: titled('Log in - Jira', passwordForm),
    final: 'https://site.test/login.jsp?os_destination=x',
  },
  'phpbb login': {
    html: titled(
      'Forum - Login',
      `<h2>The board requires you to be registered and logged in to view this forum.</h2>${passwordForm}`,
    ),
  },
};
