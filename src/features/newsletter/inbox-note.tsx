import { useSite } from '#src/domain/site/site.ts';

/** Where to look for a mail that does not come. */
export function InboxNote() {
  const { sandboxInboxUrl } = useSite();
  if (sandboxInboxUrl === null)
    return <p className="small">Nothing there after a few minutes? Look in the spam folder.</p>;
  return (
    <p className="small">
      Sandbox mode keeps all mail here:{' '}
      <a href={sandboxInboxUrl} target="_blank" rel="noreferrer">
        open the inbox
      </a>
      .
    </p>
  );
}
