import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

type BannerProps = {
  /** Names the region. */
  label: string;
  icon?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  tone?: 'warning' | 'plain' | 'danger';
  /** One line: the text follows the title. */
  slim?: boolean;
  /** A progress bar or a button after the text. */
  children?: ReactNode;
};

/** A strip across the page about something that will matter soon. */
export function Banner({ label, icon, title, text, tone = 'warning', slim, children }: BannerProps) {
  return (
    <section className={classNames('banner', tone !== 'warning' && tone, slim && 'slim')} aria-label={label}>
      {icon}
      {slim ? (
        <p className="grow">
          <b className="strong">{title}</b> {text}
        </p>
      ) : (
        <div className="grow">
          <p className="strong">{title}</p>
          {text && <p className="small">{text}</p>}
        </div>
      )}
      {children}
    </section>
  );
}
