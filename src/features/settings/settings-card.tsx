import { useId, useRef, type ReactNode } from 'react';
import { Card } from '#src/ui/card.tsx';
import { CardHeading } from './card-heading.ts';

type SettingsCardProps = {
  title: string;
  lead?: ReactNode;
  /** A badge or a button beside the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One topic of the settings on its own card. */
export function SettingsCard({ title, lead, aside, children }: SettingsCardProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <CardHeading value={heading}>
      <Card as="section" className="stack" aria-labelledby={id}>
        <header className="settings-head">
          <div className="row between">
            <h2 className="h3 quiet-focus" id={id} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {aside}
          </div>
          {lead && <p className="muted">{lead}</p>}
        </header>
        {children}
      </Card>
    </CardHeading>
  );
}
