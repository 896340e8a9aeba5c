import { useEffect, useState, type ComponentProps } from 'react';
import { LOADING } from '#contract/texts.ts';
import { loadOrTell } from '#src/lib/load-or-tell.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import type { CheckoutMore } from './checkout-more.tsx';

const load = async () => (await import('./checkout-more.tsx')).CheckoutMore;

/** Comes after what the choice needs: it stands further down, and would weigh on the first load. */
export function LazyCheckoutMore(props: ComponentProps<typeof CheckoutMore>) {
  const [More, setMore] = useState<typeof CheckoutMore | null>(null);
  useEffect(() => {
    void loadOrTell(load).then((loaded) => loaded && setMore(() => loaded));
  }, []);
  if (More) return <More {...props} />;
  return (
    <div role="status" aria-label={LOADING}>
      <Skeleton shape="block" />
    </div>
  );
}
