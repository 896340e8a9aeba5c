import { useEffect, useState } from 'react';

/** The seconds left of a pause that `start` begins. `isRunning` starts it with the page. */
export function useCountdown(seconds: number, isRunning = false): { left: number; start: () => void } {
  const [left, setLeft] = useState(isRunning ? seconds : 0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: () => setLeft(seconds) };
}
