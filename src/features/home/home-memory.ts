import { personalKey, personalStore } from '#src/lib/storage/personal-store.ts';
import { usePersonalStore } from '#src/lib/storage/use-personal-store.ts';

/** The next midnight in the reader's own time zone. */
function tomorrow(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1);
}

/** What the person put off or hid on Home, in this browser. */
export function useHomeMemory(userId: string, now: Date) {
  const hiddenKey = personalKey(userId, 'home', 'first-hour-hidden');
  const skippedKey = personalKey(userId, 'home', 'website-skipped');
  const laterKey = personalKey(userId, 'home', 'later');
  const isListHidden = usePersonalStore(hiddenKey, () => personalStore.get(hiddenKey) !== null);
  const isWebsiteSkipped = usePersonalStore(skippedKey, () => personalStore.get(skippedKey) !== null);
  // `key time`: the task that was put off last, and until when in milliseconds.
  const later = usePersonalStore(laterKey, () => personalStore.get(laterKey)) ?? '';
  const [putOff, until = '0'] = later.split(' ');
  return {
    isListHidden,
    isWebsiteSkipped,
    skipWebsite: () => personalStore.set(skippedKey, '1'),
    hideList: () => personalStore.set(hiddenKey, '1'),
    isPutOff: (key: string) => key === putOff && now.getTime() < Number(until),
    putOffUntilTomorrow: (key: string) => personalStore.set(laterKey, `${key} ${tomorrow(now).getTime()}`),
  };
}
