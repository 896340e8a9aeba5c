/** Reloads the inbox when something has arrived. A timed reload of the whole page would disturb readers and screen readers. */
export const INBOX_SCRIPT = `
const address = '/inbox/latest' + location.search;
const shown = document.currentScript.dataset.latest;
async function look() {
  if (document.hidden) return;
  try {
    const latest = await (await fetch(address, { cache: 'no-store' })).text();
    if (latest !== shown) location.reload();
  } catch {
    // The sandbox is being restarted; the next look will tell.
  }
}
setInterval(look, 2000);
`;
