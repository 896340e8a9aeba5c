import { useCallback, useState } from 'react';
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import type { PlanChoice } from '#src/domain/session/after-sign-in.ts';
import { useSite } from '#src/domain/site/site.ts';
import { usePageRestored } from '#src/lib/use-page-restored.ts';
import { Button } from '#src/ui/button.tsx';
import { ProviderMark } from '#src/ui/brand/provider-mark.tsx';
import { useCall } from '../use-call.ts';
import '../ways.css';

type ProviderButtonsProps = {
  planChoice?: PlanChoice | undefined;
  /** Where the sign-in service redirects back to. */
  redirect?: string | undefined;
  /** Called before the page is left. */
  onLeave: () => void;
};

/** Signing in with Google or Slack, if this installation has them configured. */
export function ProviderButtons({ planChoice, redirect, onLeave }: ProviderButtonsProps) {
  const { providers } = useSite();
  const [chosen, setChosen] = useState<OAuthProvider | null>(null);
  const start = useCall(
    (api, provider: OAuthProvider) => api.auth.oauth.start.mutate({ provider, planChoice, redirect }),
    {
      onDone: ({ url }) => {
        onLeave();
        window.location.assign(url);
      },
      onFailure: () => {
        setChosen(null);
        return false;
      },
    },
  );

  const reset = useCallback(() => setChosen(null), []);
  usePageRestored(reset);

  if (providers.length === 0) return null;
  return (
    <div className="auth-two">
      {providers.map((provider) => (
        <Button
          key={provider}
          variant="secondary"
          busy={chosen === provider}
          busyText={`Opening ${OAUTH_PROVIDER_NAMES[provider]}...`}
          disabled={chosen !== null}
          onClick={() => {
            setChosen(provider);
            start.run(provider);
          }}
        >
          <ProviderMark provider={provider} />
          <span>{`Continue with ${OAUTH_PROVIDER_NAMES[provider]}`}</span>
        </Button>
      ))}
    </div>
  );
}
