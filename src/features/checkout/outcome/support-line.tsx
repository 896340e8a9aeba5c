import { useSite } from '#src/domain/site/site.ts';

/** Where to get help. */
export function SupportLine() {
  const { supportEmail } = useSite();
  return (
    <p className="small muted">
      Questions? Write to{' '}
      <a className="link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      . We reply within one business day.
    </p>
  );
}
