import type { ReactNode } from 'react';

type TabPanelProps = {
  /** The id of its `TabList`. */
  id: string;
  /** The value of the tab that is open. */
  value: string;
  className?: string;
  children: ReactNode;
};

/** What the open tab shows. */
export function TabPanel({ id, value, className, children }: TabPanelProps) {
  return (
    <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className={className}>
      {children}
    </div>
  );
}
