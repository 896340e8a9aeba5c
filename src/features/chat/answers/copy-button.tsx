import { Check, Copy } from 'lucide-react';
import { useCopy } from '#src/lib/use-copy.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { copyFormatted } from './formatted-copy.ts';

type CopyButtonProps = { label: string; text: () => string; /** The same, formatted. */ html?: () => string };

/** Copies text to the clipboard and says so. */
export function CopyButton({ label, text, html }: CopyButtonProps) {
  const { isCopied, copy } = useCopy();
  const Icon = isCopied ? Check : Copy;
  return (
    <IconButton
      label={isCopied ? 'Copied' : label}
      onClick={() => void copy(text(), html && (() => copyFormatted(html(), text())))}
    >
      <Icon className="icon sm" aria-hidden="true" />
    </IconButton>
  );
}
