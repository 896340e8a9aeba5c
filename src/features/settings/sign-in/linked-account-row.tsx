import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#contract/account/oauth-providers.ts';
import { TOASTS } from '#contract/texts.ts';
import { usePageRestored } from '#src/lib/use-page-restored.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { ProviderMark } from '#src/ui/brand/provider-mark.tsx';
import type { Identity } from '../account/account-query.ts';
import { Moment } from './moment.tsx';
import { problemText } from '../problem.tsx';
import { SettingRow } from '../setting-row.tsx';

type LinkedAccountRowProps = { provider: OAuthProvider; identity: Identity | undefined; onUnlink: () => void };

/** One sign-in service: linked or not. */
export function LinkedAccountRow({ provider, identity, onUnlink }: LinkedAccountRowProps) {
  const name = OAUTH_PROVIDER_NAMES[provider];
  const link = trpc.auth.oauth.link.useMutation({
    // The service redirects back here, with the outcome in the URL.
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => {
      const text = problemText(error);
      if (text !== undefined) toast.error({ ...TOASTS.error, text });
    },
  });
  usePageRestored(link.reset);
  return (
    <SettingRow
      icon={<ProviderMark provider={provider} />}
      title={name}
      note={
        identity ? (
          <>
            <span className="address" translate="no">
              {identity.email}
            </span>
            <span> · Last used </span>
            <Moment at={identity.lastUsedAt} />
          </>
        ) : (
          'Not linked'
        )
      }
    >
      {identity ? (
        <Button variant="secondary" aria-label={`Unlink ${name}`} onClick={onUnlink}>
          Unlink
        </Button>
      ) : (
        <Button
          variant="secondary"
          aria-label={`Link ${name}`}
          busy={link.isPending || link.isSuccess}
          busyText="Opening..."
          onClick={() => link.mutate({ provider })}
        >
          Link
        </Button>
      )}
    </SettingRow>
  );
}
