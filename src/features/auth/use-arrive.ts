import { useNavigate } from '@tanstack/react-router';
import { TOASTS } from '#contract/texts.ts';
import { challengePath } from '#src/lib/redirect-path.ts';
import { toast } from '#src/lib/toast.ts';

/** Goes on after signing in: to `path`, or to the second step that leads there. */
export function useArrive(): (path: string) => Promise<void> {
  const navigate = useNavigate();
  return async (path) => {
    const { readSession } = await import('#src/domain/session/session.ts');
    // Without an answer the guard of the next page asks again.
    const session = await readSession().catch(() => null);
    if (session?.needsSecondFactor) return navigate({ href: challengePath(path), replace: true });
    toast.success(TOASTS.signedIn);
    await navigate({ href: path, replace: true });
  };
}
