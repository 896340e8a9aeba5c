/**
 * Those who want to hear of one kind of event. A listener that throws doesn't keep the event from the others or from the code that reports
 * it: its error surfaces like any uncaught one.
 */
export function createListeners<Event extends unknown[] = []>() {
  const listeners = new Set<(...event: Event) => void>();
  return {
    /** Returns the unsubscribe function. */
    subscribe: (listener: (...event: Event) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify: (...event: Event): void => {
      for (const listener of listeners) {
        try {
          listener(...event);
        } catch (error) {
          reportError(error);
        }
      }
    },
    size: () => listeners.size,
  };
}
