import type { FactorRow } from '#db/queries/factors.ts';

const SHOWN_DIGITS = 4;

/** Enough of a number for its owner to know it. */
const masked = (phone: string) => `•••• ${phone.slice(-SHOWN_DIGITS)}`;

export function toFactor({ id, factorType, friendlyName, status, phone, createdAt, lastUsedAt }: FactorRow) {
  return {
    // Brands stay on the server.
    id: id as string, // reason: widens a brand
    factorType,
    friendlyName,
    status,
    phone: phone === null ? null : masked(phone),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
