import { useState } from 'react';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Card } from '#src/ui/card.tsx';

const LazyUsageToday = lazyPart(async () => (await import('./usage-today.tsx')).UsageToday);

/** The daily limits, which are read once their table is opened, because few people ever reach one. */
export function DailyLimits() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className="stack" aria-labelledby="daily-limits">
      <h2 className="h2" id="daily-limits">
        Daily limits
      </h2>
      <Card className="stack">
        <p className="muted">There are daily limits on what you and your team do.</p>
        <details className="billing-table" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary className="link">Show daily limits</summary>
          {isOpen && <LazyUsageToday />}
        </details>
      </Card>
    </section>
  );
}
