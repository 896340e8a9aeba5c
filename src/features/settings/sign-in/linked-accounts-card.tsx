import { useState } from 'react';
import { OAUTH_PROVIDER_NAMES, OAUTH_PROVIDERS, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { useSite } from '#src/domain/site/site.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { ConfirmRemoval } from '../confirm-removal.tsx';
import { LinkedAccountRow } from './linked-account-row.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useLatest } from '../use-latest.ts';
import { useReadAgain } from '../use-read-again.ts';

/**
 * Signing in with Google and Slack. A linked account shows even if its service is no longer configured, so that it can be
 * unlinked.
 */
export function LinkedAccountsCard() {
  const site = useSite();
  const identities = trpc.auth.oauth.identities.useQuery();
  const [leaving, setLeaving] = useState<OAuthProvider | null>(null);
  const shown = useLatest(leaving);
  const name = shown ? OAUTH_PROVIDER_NAMES[shown] : '';
  const readAgain = useReadAgain();
  const unlink = trpc.auth.oauth.unlink.useMutation({
    onSuccess: async (_done, { provider }) => {
      setLeaving(null);
      toast.success({ title: `${OAUTH_PROVIDER_NAMES[provider]} unlinked` });
      await readAgain();
    },
  });
  const ask = (provider: OAuthProvider | null) => {
    unlink.reset();
    setLeaving(provider);
  };

  const known = OAUTH_PROVIDERS.filter(
    (provider) => site.providers.includes(provider) || identities.data?.some((one) => one.provider === provider),
  );
  if (known.length === 0) return null;
  return (
    <SettingsCard title="Linked accounts" lead="Sign in with an account you have somewhere else.">
      <Loaded query={identities}>
        {(linked) => (
          <ul className="setting-rows">
            {known.map((provider) => (
              <LinkedAccountRow
                key={provider}
                provider={provider}
                identity={linked.find((one) => one.provider === provider)}
                onUnlink={() => ask(provider)}
              />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmRemoval
        isOpen={leaving !== null}
        onClose={() => ask(null)}
        title={`Unlink ${name}?`}
        confirmLabel="Unlink"
        busyText="Unlinking..."
        isBusy={unlink.isPending}
        error={unlink.error}
        onConfirm={() => shown && unlink.mutate({ provider: shown })}
      >
        <p>{`${name} won’t sign you in anymore. Your account and everything in it stays.`}</p>
      </ConfirmRemoval>
    </SettingsCard>
  );
}
