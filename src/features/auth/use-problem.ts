import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { lazySentence } from '#src/api/lazy/lazy-sentence.ts';
import { toast } from '#src/lib/toast.ts';

/** Tells of a sign-in that failed elsewhere, once: the code leaves the address, and a reload says nothing. */
export function useProblem(code: string | undefined): void {
  const navigate = useNavigate({ from: '/auth' });
  useEffect(() => {
    if (code === undefined) return;
    const tell = async () => {
      const text = await lazySentence(code);
      if (text !== null) toast.error({ title: TOASTS.error.title, text });
      await navigate({ search: (old) => ({ ...old, problem: undefined }), replace: true });
    };
    // Without the catalogue the form is all there is to say.
    void tell().catch(() => undefined);
  }, [code, navigate]);
}
