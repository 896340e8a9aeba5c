export type Metadata = Record<string, unknown>;

/** The most bytes that the data of a person's own programs may take, as JSON (AUTH-11). */
const METADATA_BYTES = 4_096;
export const METADATA_TOO_LARGE = 'The data is too large.';

export const isSmallMetadata = (metadata: Metadata): boolean =>
  Buffer.byteLength(JSON.stringify(metadata)) <= METADATA_BYTES;

/** The data with its changes. Keys that are not named stay, and `null` removes one, as in GoTrue. */
export const mergeMetadata = (metadata: Metadata, changes: Metadata): Metadata =>
  Object.fromEntries(Object.entries({ ...metadata, ...changes }).filter(([, value]) => value !== null));
