import { html } from 'hono/html';
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { layout } from '../pages/layout.ts';
import type { AuthorizeRequest } from './authorize-request.ts';
import type { OpenIdPerson } from './openid-people.ts';

type Consent = {
  provider: OAuthProvider;
  request: AuthorizeRequest;
  people: OpenIdPerson[];
  /** What was typed before, when the form is shown again. */
  typed?: OpenIdPerson;
  problem?: string;
};

function carried(request: AuthorizeRequest) {
  return Object.entries(request).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

function knownPeople({ request, people }: Consent) {
  return html`<form method="post" class="card">
    <h2>Recent accounts</h2>
    ${carried(request)}
    <div class="people">
      ${people.map(
        ({ email, name }) =>
          html`<button class="choice" name="known" value="${email}">
            <strong>${name || email}</strong> ${email}
          </button>`,
      )}
    </div>
  </form>`;
}

/** The page where people say who they are and whether to share that with the product. */
export function consentPage(consent: Consent) {
  const { provider, request, people, typed, problem } = consent;
  const name = OAUTH_PROVIDER_NAMES[provider];
  return layout({
    title: `Sign in with ${name}`,
    body: html`
      <h1>Sign in with ${name}</h1>
      <p class="lede">
        A stand-in for ${name}. ${PRODUCT_NAME} wants to see your name and email address. Any address works.
      </p>
      ${people.length > 0 ? knownPeople(consent) : ''}
      <form method="post" class="card">
        <h2>${people.length > 0 ? 'Use another account' : 'Who are you?'}</h2>
        ${carried(request)} ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
        <label for="email">Email</label>
        <input
          id="email"
          name="email"
          type="email"
          autocomplete="off"
          maxlength="254"
          required
          value="${typed?.email ?? ''}"
        />
        <label for="name">Name</label>
        <input id="name" name="name" autocomplete="off" maxlength="200" value="${typed?.name ?? ''}" />
        <p class="actions">
          <button name="decision" value="allow">Allow</button>
          <button name="decision" value="cancel" class="quiet" formnovalidate>Cancel</button>
        </p>
      </form>
    `,
  });
}

/** Shown when the browser may not be sent back. */
export function refusalPage(provider: OAuthProvider, problem: string) {
  const name = OAUTH_PROVIDER_NAMES[provider];
  return layout({
    title: `Sign in with ${name}`,
    body: html`<h1>Sign in with ${name}</h1>
      <p class="lede" role="alert">${problem}</p>`,
  });
}
