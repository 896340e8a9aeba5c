/** Reloads the inbox when a message arrives. Reloading on a timer would interrupt people who read, and screen readers. */
export const INBOX_SCRIPT = `
const address = '/inbox/latest' + location.search;
const shown = document.currentScript.dataset.latest;
async function look() {
  if (document.hidden) return;
  try {
    const latest = await (await fetch(address, { cache: 'no-store' })).text();
    if (latest !== shown) location.reload();
  } catch {
    // The sandbox is restarting; the next check will tell.
  }
}
setInterval(look, 2000);
`;
