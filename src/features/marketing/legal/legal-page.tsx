import type { ReactNode } from 'react';
import { dayText } from '#contract/dates.ts';

type LegalPageProps = {
  title: string;
  lede: string;
  /** The date of the last change, as `YYYY-MM-DD`. */
  changedOn: string;
  children: ReactNode;
};

/** A page of plain text: sections with a heading each. */
export function LegalPage({ title, lede, changedOn, children }: LegalPageProps) {
  return (
    <article className="wrap reading">
      <h1 className="h1">{title}</h1>
      <p className="lede">{lede}</p>
      <p className="small muted">
        Last updated on <time dateTime={changedOn}>{dayText(changedOn, 'UTC')}</time>.
      </p>
      {children}
    </article>
  );
}
