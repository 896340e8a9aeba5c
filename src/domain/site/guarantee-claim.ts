import { GUARANTEE_DAYS } from '#contract/billing/billing-times.ts';

/** Apart from the other claims, because /checkout needs only this one and has a size limit. */
export const GUARANTEE_CLAIM = `${GUARANTEE_DAYS}-day money-back guarantee`;
