import { TOASTS } from '#contract/texts.ts';
import { toast } from './toast.ts';

const TEXT = 'This part of the page did not load. Please check your connection and try again, or reload the page.';

let shownId: string | null = null;

/** A later try worked, or is about to say the same again. */
function takeBack(): void {
  if (shownId !== null) toast.dismiss(shownId);
  shownId = null;
}

/** Loads code that comes with its first use (a menu, a dialog). When it does not come, the person is told and null comes back. */
export async function loadOrTell<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    const loaded = await load();
    takeBack();
    return loaded;
  } catch {
    takeBack();
    shownId = toast.error({
      title: TOASTS.error.title,
      text: TEXT,
      action: { label: 'Reload', onClick: () => window.location.reload() },
    });
    return null;
  }
}
