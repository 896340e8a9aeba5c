/** Control characters and lone surrogates: neither HTML nor the database can hold them. */
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** A search parameter as text, or undefined if no page can use it: missing, empty, longer than `max` or not plain text. */
export function searchText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > max) return undefined;
  return UNUSABLE.test(value) ? undefined : value;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id from a URL. */
export const searchId = (value: unknown): string | undefined =>
  typeof value === 'string' && UUID.test(value) ? value.toLowerCase() : undefined;
