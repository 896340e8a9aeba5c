type HeldBackLinkProps = { url: string | null; label: string; onFollow?: () => void };

/** The way to a page whose tab the browser did not let open. */
export function HeldBackLink({ url, label, onFollow }: HeldBackLinkProps) {
  return (
    // It stands from the start, out of the way, because a reader announces only what is added to a region that it knows.
    <p className={url === null ? 'sr' : 'small'} role="status">
      {url !== null && (
        <>
          Your browser did not open a new tab.{' '}
          <a className="link" href={url} target="_blank" rel="noreferrer" onClick={onFollow}>
            {label}
          </a>
        </>
      )}
    </p>
  );
}
