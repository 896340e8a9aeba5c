import { Link } from '@tanstack/react-router';
import { NOT_FOUND_TEXTS } from '#contract/texts.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Main } from '#src/ui/main.tsx';

/** An address that can't be decoded, such as `/%`. Its code is part of every page, so it has no picture and no styles of its own. */
export function BadAddress() {
  return (
    <Main className="message-page">
      <div className="empty">
        <p className="display num">{NOT_FOUND_TEXTS.code}</p>
        <h1 className="h2">{NOT_FOUND_TEXTS.title}</h1>
        <Link className={buttonClass({ size: 'lg' })} to="/">
          Return to Home
        </Link>
      </div>
    </Main>
  );
}
