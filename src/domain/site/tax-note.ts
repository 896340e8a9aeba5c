/** After an amount that tax is added to. */
export const plusTax = (isTaxed: boolean): string => (isTaxed ? ' plus tax' : '');

/** Says with prices whether tax is included (BILL-21). */
export const taxNote = (isTaxed: boolean): string =>
  isTaxed
    ? 'Prices don’t include tax, which depends on where you are. You see it before you pay.'
    : 'The price you see is the price you pay. We don’t add tax.';
