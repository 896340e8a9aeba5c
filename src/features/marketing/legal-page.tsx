import type { ReactNode } from 'react';

type LegalPageProps = {
  title: string;
  lede: string;
  /** The day of the last change, as `YYYY-MM-DD`. */
  changedOn: string;
  children: ReactNode;
};

// The same day for every reader, and on the server as in the browser.
const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A page of plain text: sections with a heading each. */
export function LegalPage({ title, lede, changedOn, children }: LegalPageProps) {
  return (
    <article className="wrap reading">
      <h1 className="h1">{title}</h1>
      <p className="lede">{lede}</p>
      <p className="small muted">
        Last changed on <time dateTime={changedOn}>{dayFormat.format(new Date(changedOn))}</time>.
      </p>
      {children}
    </article>
  );
}
