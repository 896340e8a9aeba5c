let region: HTMLElement | undefined;
/** Screen readers announce only what is added to a region that they know already. */
const KNOWN_AFTER_MS = 100;

/** Then it's old, and a screen reader that reads the whole page shouldn't come across it. */
const OLD_AFTER_MS = 5_000;

/**
 * Announces a text to screen readers once, for changes where React replaces the element that would be the live region.
 * It's beside the region of the toasts, because nothing of it is shown.
 */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('p');
    region.className = 'sr';
    region.setAttribute('role', 'status');
    document.body.append(region);
  }
  const said = document.createElement('span');
  said.textContent = text;
  region.replaceChildren();
  setTimeout(() => region?.replaceChildren(said), KNOWN_AFTER_MS);
  setTimeout(() => said.remove(), OLD_AFTER_MS);
}
