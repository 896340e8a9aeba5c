import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

const COPIED_MS = 2_000;

/** Puts text on the clipboard and says so. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text());
      setIsCopied(true);
    } catch {
      toast.error({
        ...TOASTS.error,
        text: 'Your browser did not let us copy. Please select the text and copy it yourself.',
      });
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? 'Copied' : label} onClick={() => void copy()}>
      <Icon className="icon sm" aria-hidden="true" />
    </IconButton>
  );
}
