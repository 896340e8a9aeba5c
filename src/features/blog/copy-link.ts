import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';

/** Puts the address on the clipboard and says so. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(TOASTS.linkCopied);
  } catch {
    toast.error({
      ...TOASTS.error,
      text: 'Your browser did not let us copy. Please copy the address from the top of the window.',
    });
  }
}
