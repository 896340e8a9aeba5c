import { pageKey, parsePageAddress } from '#server/lib/text/page-address.ts';
import type { Db } from '#db/client.ts';
import { findPagesInOtherSources, listSourcePages, listWebsites } from '#db/queries/brain/source-pages.ts';
import type { SourceId, SourceRow } from '#db/queries/brain/sources.ts';
import type { UserId } from '#db/types.gen.ts';
import { bytesOf, type SourceReading } from './source-reading.ts';

const keyOfAddress = (address: string): string | null => {
  const parsed = parsePageAddress(address);
  return parsed && pageKey(parsed.url);
};

/** The source that has a page already, however its address was written or reached; null if none has. */
export async function findSourceOfPage(
  trx: Db,
  userId: UserId,
  { kind, url }: Pick<SourceRow, 'kind' | 'url'>,
  limitBytes: number,
): Promise<SourceId | null> {
  const key = url === null ? null : keyOfAddress(url);
  if (key === null) return null;
  const added = await listWebsites(trx, userId);
  // A site includes its start page, but a page doesn't stand for its whole site.
  const mayContain = (other: SourceRow['kind']) => other === 'site' || other === kind;
  const same = added.find((one) => mayContain(one.kind) && keyOfAddress(one.url) === key);
  if (same || kind === 'site') return same?.id ?? null;
  const [other] = await findPagesInOtherSources(trx, userId, { keys: [key], except: null, limitBytes });
  return other?.sourceId ?? null;
}

/**
 * The reading without pages that another source has: a page counts once, whether it was added directly, through an
 * address that redirects to it, or with its site. Returns the id of the other source if there is nothing else. Pages
 * that this source had before stay.
 */
export async function withoutKnownPages(
  trx: Db,
  userId: UserId,
  sourceId: SourceId,
  reading: SourceReading,
  limitBytes: number,
): Promise<SourceReading | SourceId> {
  if (reading.pages.length === 0) return reading;
  const before = new Set((await listSourcePages(trx, userId, sourceId)).map(({ url }) => url));
  const isNew = reading.pages.filter(({ url }) => !before.has(url));
  const others = await findPagesInOtherSources(trx, userId, {
    keys: isNew.map(({ key }) => key),
    except: sourceId,
    limitBytes,
  });
  if (others.length === 0) return reading;
  const keys = new Set(others.map(({ key }) => key));
  const dropped = new Set(isNew.filter(({ key }) => keys.has(key)).map(({ url }) => url));
  const pages = reading.pages.filter(({ url }) => !dropped.has(url));
  if (pages.length === 0) return others[0]?.sourceId ?? reading;
  const passages = reading.passages.filter(({ pageUrl }) => pageUrl === null || !dropped.has(pageUrl));
  return { ...reading, pages, passages, units: pages.length, bytes: bytesOf(passages) };
}
