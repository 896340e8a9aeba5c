/** Shown by `src/hydration/hydration-loader.ts` where something was asked that needs the app, and the app did not come. */
export function AppMissing() {
  return (
    <p className="banner danger app-missing" role="alert" data-app-missing hidden>
      <span className="grow">This page did not load completely. Please check your connection.</span>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- reason: an empty address is this page; what would listen to a button is what is missing */}
      <a className="link" href="">
        Load it again
      </a>
    </p>
  );
}
