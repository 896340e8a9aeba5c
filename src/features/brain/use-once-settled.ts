import { useEffect } from 'react';

/** Reports data once it hasn't changed for a while. */
export function useOnceSettled<Data>(data: Data, afterMs: number, onSettled: (data: Data) => void): void {
  useEffect(() => {
    const timer = setTimeout(() => onSettled(data), afterMs);
    return () => clearTimeout(timer);
  }, [data, afterMs, onSettled]);
}
