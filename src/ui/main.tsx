import { createContext, useContext, type ReactNode } from 'react';

const IsInsideContext = createContext(false);

/** The main part of a page, where its skip link leads. What loads or breaks inside another one is no second main part. */
export function Main({ className, children }: { className?: string; children: ReactNode }) {
  if (useContext(IsInsideContext)) return <div className={className}>{children}</div>;
  return (
    <IsInsideContext value>
      <main id="main" className={className} tabIndex={-1}>
        {children}
      </main>
    </IsInsideContext>
  );
}
