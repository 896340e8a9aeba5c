import { Check, Copy } from 'lucide-react';
import { useCopy } from '#src/lib/use-copy.ts';
import { IconButton } from '#src/ui/icon-button.tsx';

/** Puts text on the clipboard and says so. */
export function CopyButton({ label, text }: { label: string; text: () => string }) {
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton label={isCopied ? 'Copied' : label} onClick={() => void copy(text())}>
      <Icon className="icon sm" aria-hidden="true" />
    </IconButton>
  );
}
