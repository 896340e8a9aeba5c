import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { LOADING } from '#contract/texts.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import type { CheckoutMore } from './checkout-more.tsx';

const load = async () => (await import('./checkout-more.tsx')).CheckoutMore;
/** How much of its place has to be on the screen. */
const IN_VIEW = { rootMargin: '0px 0px -100px' };

/** Loads when it comes into view: it's below the choice, and would weigh on the first load. */
export function LazyCheckoutMore(props: ComponentProps<typeof CheckoutMore>) {
  const [More, setMore] = useState<typeof CheckoutMore | null>(null);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver((seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      watcher.disconnect();
      void loadOrReport(load).then((loaded) => loaded && setMore(() => loaded));
    }, IN_VIEW);
    if (place.current) watcher.observe(place.current);
    return () => watcher.disconnect();
  }, []);
  if (More) return <More {...props} />;
  return (
    <div ref={place} role="status" aria-label={LOADING}>
      <Skeleton shape="block" />
    </div>
  );
}
