let region: HTMLElement | undefined;
/** Screen readers announce only what is added to a region that they know already. */
const KNOWN_AFTER_MS = 100;

/** Has screen readers say this once: for changes in which React replaces the whole part of the page that they are about. */
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
}
