/** The way to a page whose tab the browser did not let open. */
export function HeldBackLink({ url, label }: { url: string | null; label: string }) {
  return (
    <p className="small" role="status">
      {url !== null && (
        <>
          Your browser did not open a new tab.{' '}
          <a className="link" href={url} target="_blank" rel="noreferrer">
            {label}
          </a>
        </>
      )}
    </p>
  );
}
