import type { inferRouterOutputs } from '@trpc/server';
import { useRouter } from '@tanstack/react-router';
import { CreditCard, CircleGauge, NotebookText, Shield, Workflow, type LucideIcon } from 'lucide-react';
import type { AppRouter } from '#src/api/trpc.ts';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { useNow } from '#src/lib/use-now.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { classNames } from '#src/ui/class-names.ts';

export type Notification = inferRouterOutputs<AppRouter>['notifications']['list']['items'][number];
type Topic = Notification['topic'];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const TILES: Partial<Record<Topic, [Icon: LucideIcon, tone: 'warning' | 'danger' | 'plain']>> = {
  conflict: [NotebookText, 'warning'],
  usage_warning: [CircleGauge, 'warning'],
  usage_limit: [CircleGauge, 'danger'],
  payment_failed: [CreditCard, 'danger'],
  security: [Shield, 'plain'],
  run_failed: [Workflow, 'danger'],
  automation_paused: [Workflow, 'warning'],
  automation_notice: [Workflow, 'plain'],
  approval: [Workflow, 'plain'],
};

/** `20m`, `3h` or `2d`, with the words for people who hear it. */
function ago(at: string, now: Date): [short: string, words: string] {
  const ms = Math.max(now.getTime() - Date.parse(at), 0);
  const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  if (ms < MINUTE_MS) return ['now', 'just now'];
  const [size, letter, unit]: [number, string, string] =
    ms < HOUR_MS ? [MINUTE_MS, 'm', 'minute'] : ms < DAY_MS ? [HOUR_MS, 'h', 'hour'] : [DAY_MS, 'd', 'day'];
  const count = Math.floor(ms / size);
  return [`${count}${letter}`, words(count, unit)];
}

function Tile({ item }: { item: Notification }) {
  if (item.assistantId !== null) return <AssistantAvatar id={item.assistantId} size={36} />;
  const [Icon, tone] = TILES[item.topic] ?? [CreditCard, 'plain'];
  return (
    <span className={classNames('bell-tile', tone)}>
      <Icon className="icon" aria-hidden="true" />
    </span>
  );
}

/** One event, and the way to where it happened. */
export function NotificationItem({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const router = useRouter();
  const now = useNow();
  const [short, words] = ago(item.at, now);
  return (
    <li className={classNames('it', item.isUnread && 'un')}>
      <a
        href={item.path}
        onClick={(event) => {
          if (isPlainClick(event)) {
            event.preventDefault();
            void router.navigate({ href: item.path });
          }
          onOpen();
        }}
      >
        <Tile item={item} />
        <span className="grow">
          <b dir="auto">{item.title}</b>
          {item.detail !== '' && <small dir="auto">{item.detail}</small>}
        </span>
        <span className="when">
          <span aria-hidden="true">{short}</span>
          <span className="sr">{words}</span>
          {item.isUnread && (
            <i className="dot">
              <span className="sr">Unread</span>
            </i>
          )}
        </span>
      </a>
    </li>
  );
}
