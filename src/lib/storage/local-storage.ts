/** This browser's localStorage, or null if it's forbidden: then even accessing it throws. */
export function localStorageOrNull(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
