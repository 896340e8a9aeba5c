import { TOASTS } from '#contract/texts.ts';
import { toast } from '../toast.ts';

const TEXT = 'This part of the page didn’t load. Please check your connection.';

/** What failed to load so far and hasn't been loaded since. One message reports it all. */
const failed = new Set<() => Promise<unknown>>();
let shownId: string | null = null;

function dismissShown(): void {
  if (shownId !== null) toast.dismiss(shownId);
  shownId = null;
}

/**
 * Loads code on first use (a menu, a dialog). If it fails to load, shows an error and resolves to null. Pass the same function each time: a
 * later success of it removes the error.
 */
export async function loadOrReport<Code>(load: () => Promise<Code>): Promise<Code | null> {
  try {
    const loaded = await load();
    if (failed.delete(load) && failed.size === 0) dismissShown();
    return loaded;
  } catch {
    failed.add(load);
    dismissShown();
    shownId = toast.error({
      title: TOASTS.error.title,
      text: TEXT,
      action: { label: 'Reload', onClick: () => window.location.reload() },
    });
    return null;
  }
}
