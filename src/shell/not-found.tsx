import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { NOT_FOUND_TEXTS } from '#contract/texts.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import './not-found.css';

const SEOMI = assistantById('seomi');

type NotFoundProps = {
  home: '/' | '/dashboard';
  /** Other ways onward, below the button. */
  children?: ReactNode;
};

/** A path that doesn't exist. */
export function NotFound({ home, children }: NotFoundProps) {
  return (
    <div className="lost" data-assistant={SEOMI.id}>
      <div className="copy">
        <p className="code">{NOT_FOUND_TEXTS.code}</p>
        <h1 className="h1">{NOT_FOUND_TEXTS.title}</h1>
        <p className="lede">
          Finding pages is {SEOMI.name}’s whole job, and even {SEOMI.name} couldn’t find this one. The link may be old,
          or the address may have a typo.
        </p>
        <Link className={buttonClass({ size: 'lg' })} to={home}>
          Return to Home
        </Link>
        {children}
      </div>
      <div className="face" aria-hidden="true">
        <AssistantAvatar id={SEOMI.id} size={160} />
      </div>
    </div>
  );
}
