import { useEffect } from 'react';

/** Also called `MISSING` in `src/hydration/hydration-loader.ts`, which shows it if an action needs the app and the app failed to load. */
export function showAppMissing(isMissing: boolean): void {
  document.querySelector('[data-app-missing]')?.toggleAttribute('hidden', !isMissing);
}

/** For failures that nothing else on the page can report. */
export function AppMissing() {
  // Once the app is there, it reports what else didn't load where that is missing.
  useEffect(() => showAppMissing(false), []);
  return (
    <p className="banner danger app-missing" role="alert" data-app-missing hidden>
      <span className="grow">This page didn’t load completely. Please check your connection.</span>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- reason: an empty href reloads this page, and a button would need the app */}
      <a className="link" href="">
        Reload the page
      </a>
    </p>
  );
}
