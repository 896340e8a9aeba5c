import { signedIn } from '#src/api/signed-in.ts';
import { onTabNews, tellTabs, type StartedTurn } from '#src/api/tabs.ts';

/** A turn that began, here or in another tab. `sentId` names the message that was sent for it, if one was. */
type TurnNews = { sentId: string | null; turn: StartedTurn };
const listeners = new Set<(news: TurnNews) => void>();

/** Tells this page and every other tab of this person. */
export function announceTurn(news: TurnNews): void {
  for (const listener of listeners) listener(news);
  const { person } = signedIn.state();
  if (person) tellTabs({ type: 'turn', userId: person.id, ...news });
}

/** Hears of turns that begin. */
export function onTurn(listener: (news: TurnNews) => void): () => void {
  listeners.add(listener);
  const stop = onTabNews((news) => {
    if (news.type === 'turn' && news.userId === signedIn.state().person?.id) listener(news);
  });
  return () => {
    listeners.delete(listener);
    stop();
  };
}
