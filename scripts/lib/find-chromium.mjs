import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PlainError } from './messages.mjs';

/** The shell without a window comes first: it takes less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The path of an installed Chromium; `CHROMIUM_PATH` wins. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file));
  if (found) return found;
  throw new PlainError(
    'The browser tests need Chromium. On Debian and Ubuntu: apt-get install chromium\nOn other systems, install Chrome or Chromium and set CHROMIUM_PATH to its path.',
  );
}
