/** The part of the browser's locks that is used here: one tab at a time holds a name, as long as its work runs. */
export type WebLocks = {
  request: <T>(
    name: string,
    options: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    work: (lock: unknown) => T | Promise<T>,
  ) => Promise<T>;
};

/** The locks that all tabs of this browser share. Browsers offer them only on https and localhost. */
export function webLocks(): WebLocks | undefined {
  return typeof navigator === 'undefined' ? undefined : Reflect.get(navigator, 'locks');
}
