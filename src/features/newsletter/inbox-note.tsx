import { useSite } from '#src/domain/site/site.ts';

/** Where to look for an email that doesn't arrive. */
export function InboxNote() {
  const { sandboxInboxUrl } = useSite();
  if (sandboxInboxUrl === null) return <p className="small">Can’t find it? Check your spam folder.</p>;
  return (
    <p className="small">
      In sandbox mode, every email stays here:{' '}
      <a href={sandboxInboxUrl} target="_blank" rel="noreferrer">
        open the inbox
      </a>
      .
    </p>
  );
}
