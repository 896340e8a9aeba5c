import { TOASTS } from '#contract/texts.ts';
import { toast } from '#src/lib/toast.ts';

/** Copies the URL to the clipboard and confirms it. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast.success(TOASTS.linkCopied);
  } catch {
    toast.error({
      ...TOASTS.error,
      text: 'Your browser didn’t let us copy that. Please copy the address from the address bar.',
    });
  }
}
