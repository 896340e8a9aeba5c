import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';

/** Reports once a sign-in that failed at another service, or a form sent before the app had loaded: the code is removed from the URL, so a reload reports nothing. */
export function useProblem(code: string | undefined): void {
  const navigate = useNavigate({ from: '/auth' });
  useEffect(() => {
    if (code === undefined) return;
    const report = async () => {
      const text = (await import('#src/lib/error-sentences.ts')).sentenceOf(code);
      if (text !== null) toast.error({ title: TOASTS.error.title, text });
      await navigate({ search: (old) => ({ ...old, problem: undefined }), replace: true });
    };
    // If the catalog of errors fails to load, show only the form.
    void report().catch(() => undefined);
  }, [code, navigate]);
}
