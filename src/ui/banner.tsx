import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

type BannerProps = {
  /** Names the region. */
  label: string;
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  tone?: 'warning' | 'plain' | 'danger';
  /** A measure or a button after the words. */
  children?: ReactNode;
};

/** A strip across the page about something that will matter soon. */
export function Banner({ label, icon, title, text, tone = 'warning', children }: BannerProps) {
  return (
    <section className={classNames('banner', tone !== 'warning' && tone)} aria-label={label}>
      {icon}
      <div className="grow">
        <p className="strong">{title}</p>
        {text && <p className="small">{text}</p>}
      </div>
      {children}
    </section>
  );
}
