import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { WAYS_IN_PATH } from '#src/domain/session/ways-in-path.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import type { DeviceSession } from '../account/account-query.ts';
import { ConfirmRemoval } from '../confirm-removal.tsx';
import { DeviceRow } from './device-row.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { SignOutEverywhere } from './sign-out-everywhere.tsx';
import { useLatest } from '../use-latest.ts';
import { useReadAgain } from '../use-read-again.ts';

/** Where the person is signed in. */
export function DevicesSection() {
  const sessions = trpc.account.sessions.useQuery();
  const [ending, setEnding] = useState<DeviceSession | null>(null);
  const [isEndingOthers, setIsEndingOthers] = useState(false);
  const shown = useLatest(ending);
  const readAgain = useReadAgain();
  const navigate = useNavigate();
  const endOne = trpc.account.endSession.useMutation({
    onSuccess: async () => {
      setEnding(null);
      toast.success({ title: 'Device signed out' });
      await readAgain();
    },
  });
  const endOthers = trpc.account.endOtherSessions.useMutation({
    onSuccess: async ({ turnedOff }) => {
      setIsEndingOthers(false);
      toast.success({ title: 'All other devices signed out' });
      await readAgain();
      if (turnedOff > 0) await navigate({ href: WAYS_IN_PATH });
    },
  });

  return (
    <SettingsCard
      title="Devices"
      lead="Where your account is signed in. If you don’t recognize one, sign it out and change your password."
    >
      <Loaded query={sessions}>
        {(list) => (
          <>
            <ul className="setting-rows">
              {list.map((session) => (
                <DeviceRow
                  key={session.id}
                  session={session}
                  onEnd={() => {
                    endOne.reset();
                    setEnding(session);
                  }}
                />
              ))}
            </ul>
            <div className="row wrap-row">
              <Button
                variant="secondary"
                disabled={list.length < 2}
                onClick={() => {
                  endOthers.reset();
                  setIsEndingOthers(true);
                }}
              >
                Sign out all others
              </Button>
              <SignOutEverywhere />
            </div>
          </>
        )}
      </Loaded>
      <ConfirmRemoval
        isOpen={ending !== null}
        onClose={() => setEnding(null)}
        title={`Sign out ${shown?.device}?`}
        confirmLabel="Sign out"
        busyText="Signing out..."
        isBusy={endOne.isPending}
        error={endOne.error}
        onConfirm={() => shown && endOne.mutate({ id: shown.id })}
      >
        <p>
          {shown?.kind === 'token'
            ? 'The script will have to sign in again before it can do anything else.'
            : 'Anyone using it will have to sign in again. Anything unsent or unsaved in that browser will be deleted.'}
        </p>
      </ConfirmRemoval>
      <ConfirmRemoval
        isOpen={isEndingOthers}
        onClose={() => setIsEndingOthers(false)}
        title="Sign out all others?"
        confirmLabel="Sign out all others"
        busyText="Signing out..."
        isBusy={endOthers.isPending}
        error={endOthers.error}
        onConfirm={() => endOthers.mutate()}
      >
        <p>
          Every device and script except this one will have to sign in again. Ways to sign in that were added in the
          last {NEW_WAY_DAYS} days will be turned off; you can turn your own back on right away.
        </p>
      </ConfirmRemoval>
    </SettingsCard>
  );
}
