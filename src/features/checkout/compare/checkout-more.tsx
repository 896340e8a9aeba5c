import type { ComponentProps } from 'react';
import type { Promotion } from '#contract/billing/discounts.ts';
import { ComparePlans } from './compare-plans.tsx';
import { RoiCalculator } from './roi-calculator.tsx';
import { Testimonials } from '../testimonials.tsx';

/** The content below the choice: the estimate, the comparison and the testimonials. */
export function CheckoutMore({
  promotion,
  ...props
}: ComponentProps<typeof RoiCalculator> & { promotion: Promotion | null }) {
  return (
    <>
      <RoiCalculator {...props} />
      <ComparePlans plan={props.plan} promotion={promotion} />
      <Testimonials />
    </>
  );
}
