import { plainName } from '#contract/quoted-name.ts';
import type { FactorRow } from '#db/queries/second-factor/factors.ts';

const SHOWN_DIGITS = 4;

/** The last digits of a number: enough for its owner to recognize it. */
const masked = (phone: string) => `•••• ${phone.slice(-SHOWN_DIGITS)}`;

export function toFactor({ id, factorType, friendlyName, status, phone, createdAt, lastUsedAt }: FactorRow) {
  return {
    // Brands stay on the server.
    id: id as string, // reason: widens a brand
    factorType,
    friendlyName: plainName(friendlyName),
    status,
    phone: phone === null ? null : masked(phone),
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
