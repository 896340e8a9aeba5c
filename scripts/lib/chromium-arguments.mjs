/** Runs Chromium without a window, without its own sandbox (CI runs as root) and without network requests of its own. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  // Keys and the wheel scroll at once: a test can't tell the middle of the animation from its end.
  '--disable-smooth-scrolling',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
