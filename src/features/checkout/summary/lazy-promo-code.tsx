import { useState } from 'react';
import { loadOrReport } from '#src/lib/lazy/load-or-report.ts';
import { Button } from '#src/ui/button.tsx';
import type { Order } from '#src/domain/checkout/order.ts';
import type { PromoCodeForm } from './promo-code-form.tsx';

/** The order after a code is applied. */
export type ChangeOrder = (order: Order) => Order;

const load = async () => (await import('./promo-code-form.tsx')).PromoCodeForm;

type LazyPromoCodeProps = { applied: string | null; onApply: (change: ChangeOrder | null) => void };

/** The field for a promo code, whose code loads when someone asks for it. */
export function LazyPromoCode(props: LazyPromoCodeProps) {
  const [Form, setForm] = useState<typeof PromoCodeForm | null>(null);
  if (Form) return <Form {...props} />;
  const open = () => void loadOrReport(load).then((loaded) => loaded && setForm(() => loaded));
  return (
    <Button variant="ghost" size="sm" onClick={open}>
      Have a promo code?
    </Button>
  );
}
