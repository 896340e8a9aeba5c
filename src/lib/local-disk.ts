/** This browser's store, or null where it is forbidden: then even to ask for it fails. */
export function localDisk(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
