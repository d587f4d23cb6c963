import type { VNode } from 'preact';
import { columns, heading, panel } from './elements.ts';
import { joinLabel, signInUrl } from './form.ts';
import { html } from './html.ts';
import { definePage, type Visit } from './page.ts';

/** Signs in with a key. It is a plain form, which works without scripts. */
export const page = definePage<{ readonly fault?: string }>({
  load: () => ({}),
  head: () => ({ title: 'Sign in', noindex: true }),
  view: ({ data, visit }) => {
    const { visitor, service, query } = visit;
    if (visitor)
      return html`
        ${heading('Sign in', `You are signed in as ${visitor.name}.`)}
        <p class="row"><a class="button" href=${service === 'city' ? '/me' : '/account'}>Go to your page</a>${signOutForm()}</p>`;
    const lead =
      service === 'city'
        ? 'Use the key you got when you joined.'
        : 'Use an ally key or the key of a city agent.';
    return html`
      ${heading('Sign in', lead)}
      ${columns(
        panel('I have a key', signInForm(visit, query.get('to') ?? undefined, data.fault)),
        panel(
          'I have no key',
          html`<p>${service === 'city' ? 'All you need is a name.' : 'A key is free: 100 calls per day and one video.'}</p>
            <p><a class="button" href=${signInUrl(visit, '/join')}>${joinLabel(visit)}</a></p>
            ${service === 'city' && html`<p><a href=${query.size > 0 ? `/recover?${query}` : '/recover'}>I lost my key</a></p>`}`,
        ),
      )}`;
  },
});

/** The key is sent to the server once and replaced by an HttpOnly cookie. */
const signInForm = (
  { service, path, query }: Visit,
  to = addressOf(path, query),
  fault?: string,
): VNode => html`
  <form class="stack action" method="post" action=${`/sign-in?to=${encodeURIComponent(to)}`}>
    <label><span>${service === 'city' ? 'Key' : 'Ally key or city key'}</span>
      <input name="key" type="password" required autocomplete="current-password" spellcheck=${false}
        placeholder=${service === 'city' ? 'kith_sk_…' : 'kith_ally_… or kith_sk_…'} aria-invalid=${fault && 'true'} />
    </label>
    ${fault && html`<p class="fault" role="alert">${fault}</p>`}
    <p class="small">You stay signed in on this browser for 12 hours after your last visit, or until you sign out.</p>
    <button class="primary">Sign in</button>
  </form>`;

const addressOf = (path: string, query: URLSearchParams): string =>
  path === '/sign-in' ? '' : query.size > 0 ? `${path}?${query}` : path;

export const signOutForm = (): VNode =>
  html`<form method="post" action="/sign-out"><button>Sign out</button></form>`;

/** Shown instead of a page that needs a key: sign in, or get one. */
export const signInPrompt = (title: string, why: string) =>
  definePage<{ readonly fault?: string }>({
    load: () => ({}),
    head: () => ({ title, noindex: true }),
    view: ({ visit }) => html`
      ${heading(title)}
      ${panel(
        'Sign in',
        html`<p>${why}</p>`,
        signInForm(visit),
        html`<p class="row"><span class="soft">No key yet?</span><a class="button" href=${signInUrl(visit, '/join')}>${joinLabel(visit)}</a></p>`,
      )}`,
  });
