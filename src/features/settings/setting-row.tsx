import type { ReactNode } from 'react';

type SettingRowProps = {
  /** An icon or a brand mark, without alt text. */
  icon?: ReactNode;
  title: ReactNode;
  /** A word or two about its state. */
  badge?: ReactNode;
  note?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
};

/** One line of a `setting-rows` list: a name, details, and actions. */
export function SettingRow({ icon, title, badge, note, children }: SettingRowProps) {
  return (
    <li className="setting-row">
      {icon}
      <div className="grow">
        <p className="row setting-title">
          <span className="strong">{title}</span>
          {badge}
        </p>
        {note && <p className="small muted">{note}</p>}
      </div>
      {children && <div className="row setting-actions">{children}</div>}
    </li>
  );
}
