import type { OAuthProvider } from '#contract/account/oauth-providers.ts';

/** The logo of a sign-in service. Brand colors appear here and nowhere else (docs/design.md, "Icons"). */
export function ProviderMark({ provider }: { provider: OAuthProvider }) {
  return provider === 'google' ? <GoogleMark /> : <SlackMark />;
}

function GoogleMark() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M17.6 9.2c0-.6-.1-1.2-.2-1.8H9v3.5h4.8a4.1 4.1 0 0 1-1.8 2.7v2.2h2.9c1.7-1.6 2.7-3.9 2.7-6.6Z"
      />
      <path fill="#34A853" d="M9 18c2.4 0 4.5-.8 6-2.2l-2.9-2.2a5.4 5.4 0 0 1-8.1-2.9H1v2.3A9 9 0 0 0 9 18Z" />
      <path fill="#FBBC05" d="M4 10.7a5.4 5.4 0 0 1 0-3.4V5H1a9 9 0 0 0 0 8Z" />
      <path fill="#EA4335" d="M9 3.6c1.3 0 2.5.5 3.4 1.3L15 2.3A9 9 0 0 0 1 5l3 2.3A5.4 5.4 0 0 1 9 3.6Z" />
    </svg>
  );
}

function SlackMark() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      aria-hidden="true"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
    >
      <path stroke="#E01E5A" d="M6.5 16.2v-4.7M1.8 11.5h.1" />
      <path stroke="#ECB22E" d="M16.2 11.5h-4.7M11.5 16.2v-.1" />
      <path stroke="#2EB67D" d="M11.5 1.8v4.7M16.2 6.5h-.1" />
      <path stroke="#36C5F0" d="M1.8 6.5h4.7M6.5 1.8v.1" />
    </svg>
  );
}
