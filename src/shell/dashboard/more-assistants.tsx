import { useLocation } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { GENERAL_ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';
import type { Tier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { AssistantLink } from './assistant-link.tsx';
import { NewMark } from './new-mark.tsx';
import { RailTip } from './rail-tip.tsx';

const TITLE = 'Also on hand';

type MoreAssistantsProps = { tier: Tier; hasNewAnswer: (id: AssistantId) => boolean };

/** The general assistants, folded into one row until they are wanted. Open where one of them is the page. */
export function MoreAssistants({ tier, hasNewAnswer }: MoreAssistantsProps) {
  const isHere = useLocation({
    select: ({ pathname }) => GENERAL_ASSISTANTS.some(({ slug }) => pathname === `/dashboard/${slug}`),
  });
  return (
    <details className="more" open={isHere}>
      <RailTip text={TITLE}>
        <summary className="side">
          <span>{TITLE}</span>
          {GENERAL_ASSISTANTS.some(({ id }) => hasNewAnswer(id)) && <NewMark />}
          <span className="faces" aria-hidden="true">
            {GENERAL_ASSISTANTS.map(({ id }) => (
              <AssistantAvatar key={id} id={id} size={28} />
            ))}
          </span>
          <ChevronDown className="icon" aria-hidden="true" />
        </summary>
      </RailTip>
      <ul>
        {GENERAL_ASSISTANTS.map((assistant) => (
          <AssistantLink
            key={assistant.id}
            assistant={assistant}
            tier={tier}
            hasNewAnswer={hasNewAnswer(assistant.id)}
          />
        ))}
      </ul>
    </details>
  );
}
