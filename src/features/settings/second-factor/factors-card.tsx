import { useState } from 'react';
import { FACTORS_MAX } from '#contract/account/factor-limits.ts';
import { useSite } from '#src/domain/site/site.ts';
import { toast } from '#src/lib/toast.ts';
import { Badge } from '#src/ui/badge.tsx';
import { Button } from '#src/ui/button.tsx';
import type { Factor } from '../account/account-query.ts';
import { AddAppDialog } from './add-app-dialog.tsx';
import { AddPhoneDialog } from './add-phone-dialog.tsx';
import { FactorList } from './factor-list.tsx';
import { freeName } from './free-name.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useReadAgain } from '../use-read-again.ts';

type FactorsCardProps = {
  factors: { data: Factor[] | undefined; error: unknown; refetch: () => Promise<unknown> };
  /** Returned with the first factor only. */
  onRecoveryCodes: (codes: string[]) => void;
};

/** Authenticator apps and phones. */
export function FactorsCard({ factors, onRecoveryCodes }: FactorsCardProps) {
  const { hasPhoneFactor } = useSite();
  const [adding, setAdding] = useState<'app' | 'phone' | null>(null);
  const readAgain = useReadAgain();
  const all = factors.data ?? [];
  const taken = all.map(({ friendlyName }) => friendlyName);
  // An unfinished factor protects nothing; the server deletes it later.
  const verified = all.filter(({ status }) => status === 'verified');
  const isFull = all.length >= FACTORS_MAX;

  const finish = (codes: string[] | null) => {
    setAdding(null);
    toast.success({ title: 'Second factor added', text: 'We’ve signed out every other device.' });
    if (codes) onRecoveryCodes(codes);
    void readAgain();
  };
  return (
    <SettingsCard
      title="Second factor"
      lead="After your password, we ask for a code only you can have. Even someone who learns your password can’t get in."
      aside={
        factors.data && (
          <Badge tone={verified.length > 0 ? 'success' : 'neutral'}>{verified.length > 0 ? 'On' : 'Off'}</Badge>
        )
      }
    >
      <Loaded query={factors} rows={1}>
        {() => (
          <FactorList factors={verified}>
            <p>
              You don’t have one yet. An authenticator app is safest
              <span>{hasPhoneFactor ? ', and a code sent to your phone works too.' : '.'}</span>
            </p>
          </FactorList>
        )}
      </Loaded>
      <div className="row wrap-row">
        <Button variant="secondary" disabled={isFull} onClick={() => setAdding('app')}>
          Add an authenticator app
        </Button>
        {hasPhoneFactor && (
          <Button variant="secondary" disabled={isFull} onClick={() => setAdding('phone')}>
            Add a phone
          </Button>
        )}
      </div>
      <AddAppDialog
        isOpen={adding === 'app'}
        onClose={() => setAdding(null)}
        suggestion={freeName('Authenticator app', taken)}
        onAdded={finish}
      />
      {hasPhoneFactor && (
        <AddPhoneDialog
          isOpen={adding === 'phone'}
          onClose={() => setAdding(null)}
          suggestion={freeName('My phone', taken)}
          onAdded={finish}
        />
      )}
    </SettingsCard>
  );
}
