import { useEffect, useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from './toast.ts';

const COPIED_MS = 2_000;

/** Puts text on the clipboard; `isCopied` stays true for a moment, so that a button can say so. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast.error({
        ...TOASTS.error,
        text: 'Your browser did not let us copy. Please select the text and copy it yourself.',
      });
    }
  };
  return { isCopied, copy };
}
