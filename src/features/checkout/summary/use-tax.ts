import { useEffect, useState } from 'react';
import { loadApi } from '#src/api/lazy/lazy-api.ts';
import { toRequestedPromotion, type Order } from '#src/domain/checkout/order.ts';

type Tax = { orderKey: string; cents: number | null };

/** The tax on the first invoice of an order, as `Order.taxCents`. Stripe estimates it from where the person seems to be. */
export function useTax(order: Order | null): Order['taxCents'] {
  const isWanted = order?.isTaxed === true;
  const { priceId, promotion = null } = order ?? {};
  const promoCode = order?.code?.promoCode;
  const orderKey = `${priceId} ${promotion} ${promoCode}`;
  const [tax, setTax] = useState<Tax | null>(null);
  useEffect(() => {
    if (!isWanted || priceId === undefined) return undefined;
    let isCurrent = true;
    const read = async () => {
      const input = { priceId, promoCode, ...toRequestedPromotion(promotion) };
      const { taxCents } = await (await loadApi()).billing.checkoutTax.query(input);
      return taxCents;
    };
    void read()
      .catch(() => null)
      .then((cents) => isCurrent && setTax({ orderKey, cents }));
    return () => {
      isCurrent = false;
    };
  }, [isWanted, orderKey, priceId, promotion, promoCode]);
  if (!isWanted) return 0;
  return tax?.orderKey === orderKey ? tax.cents : undefined;
}
