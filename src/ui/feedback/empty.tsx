import type { ReactNode } from 'react';

type EmptyProps = {
  /** One face of 72 px, or an icon for searches. */
  figure?: ReactNode;
  title: ReactNode;
  text?: ReactNode;
  /** One action. */
  children?: ReactNode;
};

/** An empty state: a face, a sentence, an action. */
export function Empty({ figure, title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      {figure}
      <p className="strong">{title}</p>
      {text && <p className="muted">{text}</p>}
      {children}
    </div>
  );
}
