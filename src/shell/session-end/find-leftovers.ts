import { personalKey, type PersonalStore } from '#src/lib/storage/personal-store.ts';
import { UNSENT_ENTRIES } from '#src/lib/storage/stores.ts';

type Leftovers = {
  /** The ids of the other people of whom this browser keeps something. */
  people: string[];
  /** How many messages, drafts, templates and automations they haven't sent or saved. */
  unsent: number;
};

/** What this browser still keeps of others than `userId`. */
export function findLeftovers(store: Pick<PersonalStore, 'keys'>, userId: string): Leftovers {
  const ids = store.keys('tenfold:').flatMap((key) => /^tenfold:([\w-]+):/.exec(key)?.[1] ?? []);
  const people = [...new Set(ids)].filter((id) => id !== userId);
  const unsent = people.flatMap((id) => UNSENT_ENTRIES.flatMap((entry) => store.keys(personalKey(id, entry, ''))));
  return { people, unsent: unsent.length };
}
