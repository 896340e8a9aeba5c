import { useEffect, useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from './toast.ts';

const COPIED_MS = 2_000;

/** Copies text to the clipboard; `isCopied` stays true for a moment, so that a button can say so. */
export function useCopy() {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  /** `write` puts more than plain text into the clipboard. */
  const copy = async (text: string, write = () => navigator.clipboard.writeText(text)): Promise<void> => {
    try {
      await write();
      setIsCopied(true);
    } catch {
      toast.error({
        ...TOASTS.error,
        text: 'Your browser didn’t let us copy that. Please select the text and copy it yourself.',
      });
    }
  };
  return { isCopied, copy };
}
