import { Link } from '@tanstack/react-router';
import { NOT_FOUND_TEXTS } from '#contract/texts.ts';

export function NotFound() {
  return (
    <main className="message-page" id="main">
      <div className="stack">
        <p className="display num">{NOT_FOUND_TEXTS.code}</p>
        <h1 className="h2">{NOT_FOUND_TEXTS.title}</h1>
        <p className="muted">The address may have changed, or it was never here.</p>
        <p>
          <Link className="link" to="/">
            Return to Home
          </Link>
        </p>
      </div>
    </main>
  );
}
