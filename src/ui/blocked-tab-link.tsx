type BlockedTabLinkProps = { url: string | null; label: string; onFollow?: () => void };

/** The link to a page whose tab the browser blocked. */
export function BlockedTabLink({ url, label, onFollow }: BlockedTabLinkProps) {
  return (
    // The region exists from the start, out of the way, because screen readers announce only what is added to a region they
    // already know.
    <p className={url === null ? 'sr' : 'small'} role="status">
      {url !== null && (
        <>
          <span>Your browser blocked the new tab.</span>{' '}
          <a className="link" href={url} target="_blank" rel="noreferrer" onClick={onFollow}>
            {label}
          </a>
        </>
      )}
    </p>
  );
}
