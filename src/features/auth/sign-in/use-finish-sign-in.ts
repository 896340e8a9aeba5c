import { useNavigate } from '@tanstack/react-router';
import { TOASTS } from '#contract/texts.ts';
import { challengePath } from '#src/lib/redirect-path.ts';
import { toast } from '#src/lib/toast.ts';

/** Continues after signing in: to `path`, or to the second step, which leads there. */
export function useFinishSignIn(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return async (path) => {
    const { readSession } = await import('#src/domain/session/session.ts');
    // If this fails, the guard of the next page asks again.
    const session = await readSession().catch(() => null);
    if (session?.needsSecondFactor) return navigate({ href: challengePath(path), replace: true });
    toast.success(TOASTS.signedIn);
    await navigate({ href: path, replace: true });
  };
}
