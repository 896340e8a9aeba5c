import { useCopy } from '#src/lib/use-copy.ts';
import { Button } from '#src/ui/button.tsx';

type CopyTextButtonProps = { label: string; text: string; size?: 'sm' };

/** Copies text to the clipboard and says so, visibly and to screen readers. */
export function CopyTextButton({ label, text, size }: CopyTextButtonProps) {
  const { isCopied, copy } = useCopy();
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => void copy(text)}>
        {isCopied ? 'Copied' : label}
      </Button>
      <span className="sr" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </>
  );
}
