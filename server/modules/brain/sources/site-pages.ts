import type { z } from 'zod';
import { pageKey } from '#server/lib/text/page-address.ts';
import { CHOOSE_FROM_LIST, SITE_PAGES_MAX } from '#contract/brain/sources.ts';
import type { choosePagesSchema } from '#contract/brain/source-schemas.ts';
import type { Db } from '#db/client.ts';
import { lockFacts } from '#db/queries/brain/change-facts.ts';
import { chooseSitePages, findSitePages, listSourcePages } from '#db/queries/brain/source-pages.ts';
import { changeSource, findSource, type SourceId } from '#db/queries/brain/sources.ts';
import { inTransaction } from '#db/transaction.ts';
import type { UserId } from '#db/types.gen.ts';
import type { Clock } from '#server/gateways/clock.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { AppError } from '#server/lib/app-error.ts';
import { readingQueueOf, scheduleReading } from './schedule-reading.ts';

export type SitePageDto = { url: string; title: string; isRead: boolean; isChosen: boolean };
export type SitePagesDto = {
  /** Always read, and not in `pages`. */
  startPage: string;
  /** The pages to choose from, the most informative first. */
  pages: SitePageDto[];
  /** How many pages the site has besides the start page. `pages` may be the first of them. */
  count: number;
  /** How many can be chosen. */
  max: number;
  /** Whether the owner has chosen, so that we don't. */
  isChosen: boolean;
};

const keyOf = (address: string) => pageKey(new URL(address));

/** The pages of a site, and its owner's choice among them. */
export function createSitePages({ db, clock, jobs }: { db: Db; clock: Clock; jobs: Pick<Jobs, 'kick'> }) {
  /** Throws NOT_FOUND if it isn't a site that was read. */
  async function find(trx: Db, userId: UserId, sourceId: SourceId) {
    const site = await findSitePages(trx, userId, sourceId);
    const source = await findSource(trx, userId, sourceId);
    if (!source || !site) throw new AppError('NOT_FOUND');
    const read = new Map((await listSourcePages(trx, userId, sourceId)).map((page) => [keyOf(page.url), page]));
    const [startPage = '', ...addresses] = site.addresses;
    const listed = new Set(site.addresses.map(keyOf));
    // A page that was read stays on the list, even if the site has stopped listing it.
    const others = [...read].flatMap(([key, { url }]) => (listed.has(key) ? [] : [url]));
    return { source, site, read, startPage, addresses: [...addresses, ...others] };
  }

  return {
    list: async (userId: UserId, sourceId: SourceId): Promise<SitePagesDto> => {
      const { site, read, startPage, addresses } = await find(db, userId, sourceId);
      const chosen = site.chosen && new Set(site.chosen.map(keyOf));
      return {
        startPage,
        pages: addresses.map((url) => {
          const key = keyOf(url);
          const isRead = read.has(key);
          return { url, title: read.get(key)?.title ?? '', isRead, isChosen: chosen ? chosen.has(key) : isRead };
        }),
        count: Math.max(site.count - 1, addresses.length),
        max: SITE_PAGES_MAX - 1,
        isChosen: chosen !== null,
      };
    },

    /** Saves the owner's choice and reads the site again. The start page is always included. */
    choose: async (userId: UserId, { sourceId, pages }: z.output<typeof choosePagesSchema>): Promise<void> => {
      const now = await clock.now();
      await inTransaction(db, async (trx) => {
        await lockFacts(trx, userId);
        const { source, addresses } = await find(trx, userId, sourceId);
        const known = new Map(addresses.map((url) => [keyOf(url), url]));
        const chosen = pages?.map((page) => (URL.canParse(page) ? known.get(keyOf(page)) : undefined)) ?? null;
        const unique = chosen && [...new Set(chosen.filter((url) => url !== undefined))];
        if (chosen?.includes(undefined)) throw new AppError('INVALID_INPUT', CHOOSE_FROM_LIST);
        await chooseSitePages(trx, userId, sourceId, unique);
        const change = { state: 'waiting', problem: null, refreshDueAt: null } as const;
        if (await changeSource(trx, userId, sourceId, change, ['ready', 'failed']))
          await scheduleReading(trx, userId, source, now);
        // A waiting reading picks up this choice when it starts. If it has started by now, this fails.
        else if (!(await changeSource(trx, userId, sourceId, { refreshDueAt: null }, ['waiting'])))
          throw new AppError('SOURCE_BEING_READ');
      });
      jobs.kick(readingQueueOf('site'));
    },
  };
}
