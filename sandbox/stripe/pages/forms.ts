import type { Context as HonoContext } from 'hono';
import type { SubmittedAddress } from '../customers/address.ts';
import type { TypedCard } from '../customers/read-card.ts';

export type Fields = Record<string, string>;

/** The submitted fields as text. Files and repeated fields are dropped. */
export async function readFields(c: HonoContext): Promise<Fields> {
  const body = await c.req.parseBody();
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()] as const] : [])),
  );
}

/** The answer on the bank's page: the card that waits for approval, and whether its owner approved. */
export function approvalIn({ method, approval }: Fields): { method: string; isGiven: boolean } | null {
  return method ? { method, isGiven: approval === 'yes' } : null;
}

/** The card that was typed in or the test card whose button was pressed; null if neither. */
export function cardIn(fields: Fields, nowSeconds: number): TypedCard | null {
  const year = new Date(nowSeconds * 1_000).getUTCFullYear();
  if (fields.test_card) return { number: fields.test_card, expMonth: 12, expYear: year + 4, cvc: '123' };
  if (!fields.number && !fields.expiry && !fields.cvc) return null;
  const [month = '', typedYear = ''] = (fields.expiry ?? '').split(/[/\s-]+/);
  const expYear = Number(typedYear) + (typedYear.length === 2 ? Math.floor(year / 100) * 100 : 0);
  return { number: fields.number ?? '', expMonth: Number(month), expYear, cvc: fields.cvc ?? '' };
}

export function addressIn(fields: Fields): SubmittedAddress | null {
  const { line1, line2, city, state, postal_code, country } = fields;
  if (![line1, line2, city, state, postal_code, country].some(Boolean)) return null;
  return { line1, line2, city, state, postal_code, country: country?.toUpperCase() };
}

export function taxIdIn(fields: Fields): { type: string; value: string } | null {
  return fields.tax_id ? { type: fields.tax_id_type ?? 'eu_vat', value: fields.tax_id } : null;
}
