import { createContext, useContext, type ReactNode } from 'react';

const IsInsideContext = createContext(false);

/**
 * The main landmark of a page, the target of its skip link. A loading or crashed page inside another one adds no second landmark.
 */
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
