import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toastError } from '#src/lib/app-error.ts';
import { AuthContextProvider, type Auth } from '#src/domain/session/auth-context.ts';
import { emitAuthEvent, onAuthEvent } from '#src/api/auth-events.ts';
import { takeDeparture } from '#src/domain/session/departure.ts';
import { signedIn } from '#src/api/signed-in.ts';
import { toast } from '#src/lib/toast.ts';
import { WAYS_IN_PATH } from '#src/domain/session/ways-in-path.ts';
import { removeTokenFragment } from '#src/domain/session/token-fragment.ts';
import { trpc } from '#src/api/trpc.ts';
import { useSessionLife } from './use-session-life.ts';

const nobody = { id: '', email: '' };

/** Provides the signed-in person, and keeps their session alive. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  // Anyone else who signs in gets a fresh page, and signing out must not unmount the page before it is left.
  const [first] = useState(() => signedIn.state().person ?? nobody);
  const [isLeaving, setIsLeaving] = useState(false);
  // The guard has read it, and every change updates it.
  const session = trpc.auth.session.useQuery(undefined, { staleTime: Infinity, enabled: !isLeaving }).data;
  const user = session?.user.id === first.id ? session.user : first;
  const { expiresAt = '', deleteAfter = null } = session ?? {};
  useSessionLife(expiresAt);

  useEffect(
    () =>
      onAuthEvent((event) => {
        if (event !== 'SIGNED_IN' && event !== 'TOKEN_REFRESHED') return;
        removeTokenFragment({
          location: window.location,
          history: window.history,
          setTimeout: (work, ms) => setTimeout(work, ms),
        });
      }),
    [],
  );
  useEffect(() => {
    // A return from a sign-in service is news for the other tabs too.
    emitAuthEvent('SIGNED_IN', { inOtherTabs: takeDeparture() !== undefined });
  }, []);

  const ends = {
    onSuccess: async () => {
      toast.success(TOASTS.signedOut);
      await navigate({ to: '/' });
    },
    onError: (error: unknown) => {
      setIsLeaving(false);
      toastError(error);
    },
  };
  const { mutate: endHere } = trpc.auth.signOut.useMutation(ends);
  const { mutate: endEverywhere } = trpc.account.signOutEverywhere.useMutation({
    ...ends,
    onSuccess: async ({ turnedOff }) => {
      if (turnedOff === 0) return ends.onSuccess();
      toast.success(TOASTS.signedOut);
      await navigate({ to: '/auth', search: { redirect: WAYS_IN_PATH } });
    },
  });

  const auth = useMemo(
    (): Auth => ({
      user,
      expiresAt,
      deleteAfter,
      isLeaving,
      signOut: (scope = 'here') => {
        setIsLeaving(true);
        if (scope === 'here') endHere();
        else endEverywhere();
      },
    }),
    [user, expiresAt, deleteAfter, isLeaving, endHere, endEverywhere],
  );
  return <AuthContextProvider value={auth}>{children}</AuthContextProvider>;
}
