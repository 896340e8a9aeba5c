import type { ReactNode } from 'react';
import { MarketingLayout } from './marketing-layout.tsx';

type LegalPageProps = { title: string; lede: string; children: ReactNode };

/** A page of plain text: sections with a heading each. */
export function LegalPage({ title, lede, children }: LegalPageProps) {
  return (
    <MarketingLayout>
      <article className="wrap reading">
        <h1 className="h1">{title}</h1>
        <p className="lede">{lede}</p>
        {children}
      </article>
    </MarketingLayout>
  );
}
