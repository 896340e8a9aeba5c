import { Clock, MessageSquare, NotebookText, Play, Webhook, type LucideIcon } from 'lucide-react';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { TriggerKind } from '#contract/automations/triggers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';

export const TRIGGER_ICONS: Record<TriggerKind, LucideIcon> = {
  schedule: Clock,
  webhook: Webhook,
  chat: MessageSquare,
  brain: NotebookText,
  manual: Play,
};

type StepTileProps = {
  icon: LucideIcon;
  /** A teammate's face takes the icon's place. */
  assistantId?: AssistantId | null;
  tone?: 'ok' | 'warn' | 'bad';
};

/** The square beside a step: a face for a teammate, an icon for anything else. */
export function StepTile({ icon: Icon, assistantId, tone }: StepTileProps) {
  if (assistantId && tone === undefined)
    return (
      <span data-assistant={assistantId}>
        <AssistantAvatar id={assistantId} size={44} />
      </span>
    );
  return (
    <span className={classNames('itile', tone)}>
      <Icon className="icon" aria-hidden="true" />
    </span>
  );
}
