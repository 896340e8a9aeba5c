/** How long after signing in or a refresh an access token stays in the address (spec §4 "Auth"), in milliseconds. */
const REMOVE_AFTER_MS = 100;

type Page = {
  location: Pick<Location, 'hash' | 'pathname' | 'search'>;
  history: Pick<History, 'state' | 'replaceState'>;
  setTimeout: (work: () => void, ms: number) => unknown;
};

/** Takes an `access_token` fragment out of the address, shortly after. Another client's sign-in may have left it there. */
export function removeTokenFragment({ location, history, setTimeout }: Page): void {
  setTimeout(() => {
    if (!new URLSearchParams(location.hash.slice(1)).has('access_token')) return;
    history.replaceState(history.state, '', location.pathname + location.search);
  }, REMOVE_AFTER_MS);
}
