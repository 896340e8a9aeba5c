import { Link, type LinkProps } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button-class.ts';
import { AuthFrame } from '../auth-frame.tsx';

type BrokenLinkProps = {
  /** What to do instead. */
  text: string;
  to: LinkProps['to'];
  label: string;
};

/** Shown for an email's link that no longer works. */
export function BrokenLink({ text, to, label }: BrokenLinkProps) {
  return (
    <AuthFrame>
      <div className="stack" role="alert">
        <h1 className="h1">This link no longer works</h1>
        <p className="muted">{text}</p>
      </div>
      <Link className={buttonClass({ size: 'lg', block: true })} to={to}>
        {label}
      </Link>
    </AuthFrame>
  );
}
