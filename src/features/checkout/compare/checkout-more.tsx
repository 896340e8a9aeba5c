import type { ComponentProps } from 'react';
import { ComparePlans } from './compare-plans.tsx';
import { RoiCalculator } from './roi-calculator.tsx';
import { Testimonials } from '../testimonials.tsx';

/** What stands below the choice: the estimate, the comparison and the testimonials. */
export function CheckoutMore(props: ComponentProps<typeof RoiCalculator>) {
  return (
    <>
      <RoiCalculator {...props} />
      <ComparePlans plan={props.plan} />
      <Testimonials />
    </>
  );
}
