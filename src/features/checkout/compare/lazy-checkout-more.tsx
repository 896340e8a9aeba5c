import { useEffect, useState, type ComponentProps } from 'react';
import { LOADING } from '#contract/texts.ts';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { whenUsed } from '#src/lib/lazy/when-used.ts';
import { useHydrated } from '#src/hydration/use-hydrated.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import type { CheckoutMore } from './checkout-more.tsx';

type MoreProps = ComponentProps<typeof CheckoutMore>;

const load = async () => (await import('./checkout-more.tsx')).CheckoutMore;
/** Only on the server: in the browser it would be part of the first load. */
const Sent = import.meta.env.SSR ? await load() : null;
/** Leaves what the server sent as it is. */
const AS_SENT = { __html: '' };

/**
 * Server-rendered, to keep its code out of the first load. The code loads on first interaction, or immediately if the
 * content has changed or the page was reached by client-side navigation.
 */
export function LazyCheckoutMore(props: MoreProps) {
  const { plan, cycle, promotion } = props;
  const isHydrated = useHydrated();
  const [sent] = useState(() => (isHydrated ? null : `${plan} ${cycle} ${promotion}`));
  const [More, setMore] = useState<typeof CheckoutMore | null>(null);
  const isAsSent = sent === `${plan} ${cycle} ${promotion}`;
  useEffect(() => {
    const start = () => void loadOrReport(load).then((loaded) => loaded && setMore(() => loaded));
    if (isAsSent) return whenUsed(start);
    start();
    return undefined;
  }, [isAsSent]);
  if (Sent)
    return (
      <div className="co-more">
        <Sent {...props} />
      </div>
    );
  if (More)
    return (
      <div className="co-more" key="live">
        <More {...props} />
      </div>
    );
  if (sent !== null) return <div className="co-more" dangerouslySetInnerHTML={AS_SENT} suppressHydrationWarning />;
  return (
    <div role="status" aria-label={LOADING}>
      <Skeleton shape="block" />
    </div>
  );
}
