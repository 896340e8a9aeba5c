/** The sign-in services (AUTH-6). The keys are fixed: scripts and saved identities refer to them. */
export const OAUTH_PROVIDERS = ['google', 'slack'] as const;
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number];

export const OAUTH_PROVIDER_NAMES: Record<OAuthProvider, string> = { google: 'Google', slack: 'Slack' };

export function isOAuthProvider(name: string): name is OAuthProvider {
  return OAUTH_PROVIDERS.some((provider) => provider === name);
}

/** How long a person may take at the sign-in service. */
export const OAUTH_ATTEMPT_MINUTES = 10;
