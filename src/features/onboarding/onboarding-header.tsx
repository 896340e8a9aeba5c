import { Link } from '@tanstack/react-router';
import { classNames } from '#src/ui/class-names.ts';
import { Logo } from '#src/ui/brand/logo.tsx';

/** The logo, and how far along the person is: two folds, one for each step. */
export function OnboardingHeader({ step }: { step?: 1 | 2 }) {
  return (
    <header>
      <div className="row between">
        <Link className="logo" to="/">
          <Logo />
        </Link>
        {step !== undefined && (
          <p className="row small muted ob-step">
            <span>{`Step ${step} of 2`}</span>
            <span className="folds" aria-hidden="true">
              <i className="on" />
              <i className={classNames(step === 2 && 'on')} />
            </span>
          </p>
        )}
      </div>
    </header>
  );
}
