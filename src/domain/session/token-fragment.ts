/** How long after sign-in or refresh an access token stays in the URL, in milliseconds (AUTH-13). */
const REMOVE_AFTER_MS = 100;

type Page = {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'state' | 'replaceState'>;
  setTimeout: (work: () => void, ms: number) => unknown;
};

/** Removes an `access_token` fragment from the address shortly after load. Another client's sign-in may have left it there. */
export function removeTokenFragment({ location, history, setTimeout }: Page): void {
  setTimeout(() => {
    if (!new URLSearchParams(location.hash.slice(1)).has('access_token')) return;
    history.replaceState(history.state, '', location.pathname + location.search);
  }, REMOVE_AFTER_MS);
}
