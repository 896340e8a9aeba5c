import { Link } from '@tanstack/react-router';
import { BellOff } from 'lucide-react';
import { KIND_NAMES, NOTIFICATION_KINDS, type NotificationKind } from '#contract/notifications.ts';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText, toastError } from '#src/lib/app-error.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { IconButton } from '#src/ui/icon-button.tsx';
import { NotificationItem, type Notification } from './notification-item.tsx';

type List = {
  data: { pages: { muted: NotificationKind[] }[] } | undefined;
  error: unknown;
  refetch: () => Promise<unknown>;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};
type NotificationListProps = {
  list: List;
  /** Newest first. */
  items: readonly Notification[];
  onOpen: (item: Notification) => void;
  /** A link to somewhere else was followed. */
  onLeave: () => void;
};

/** Notifications under their headings, and the kinds that are muted, last. */
export function NotificationList({ list, items, onOpen, onLeave }: NotificationListProps) {
  const utils = trpc.useUtils();
  const { mutate: mute, isPending } = trpc.notifications.mute.useMutation({
    onSuccess: () => utils.notifications.invalidate(),
    onError: toastError,
  });
  if (!list.data) {
    if (!list.error)
      return (
        <div className="body stack" role="status" aria-label={LOADING}>
          <Skeleton shape="wide" />
          <Skeleton shape="wide" />
          <Skeleton shape="wide" />
        </div>
      );
    return (
      <div className="body stack" role="alert">
        <p className="muted">{errorText(list.error)}</p>
        <Button variant="secondary" size="sm" onClick={() => void list.refetch()}>
          {TRY_AGAIN}
        </Button>
      </div>
    );
  }
  const muted = list.data.pages[0]?.muted ?? [];
  const groups = NOTIFICATION_KINDS.map((kind) => ({ kind, all: items.filter((item) => item.kind === kind) }));
  return (
    <div className="list">
      {items.length === 0 && (
        <div className="empty">
          <AssistantAvatar id="brain_ai" size={72} />
          <h3 className="h4">All caught up</h3>
          <p className="muted">Answers, conflicts in the Brain, and anything else that needs you will show up here.</p>
          <Link
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
            to="/dashboard/settings/$section"
            params={{ section: 'notifications' }}
            onClick={onLeave}
          >
            Choose what to hear about
          </Link>
        </div>
      )}
      {groups.map(
        ({ kind, all }) =>
          all.length > 0 && (
            <section key={kind} aria-labelledby={`bell-${kind}`}>
              <div className="group">
                <h3 id={`bell-${kind}`}>{KIND_NAMES[kind]}</h3>
                {kind !== 'security' && (
                  <IconButton
                    label={`Mute ${KIND_NAMES[kind]}`}
                    title={`Mute ${KIND_NAMES[kind]}`}
                    disabled={isPending}
                    onClick={() => mute({ kind, isMuted: true })}
                  >
                    <BellOff className="icon sm" aria-hidden="true" />
                  </IconButton>
                )}
              </div>
              <ul>
                {all.map((item) => (
                  <NotificationItem key={item.id} item={item} onOpen={() => onOpen(item)} />
                ))}
              </ul>
            </section>
          ),
      )}
      {list.hasNextPage && (
        <div className="more">
          <Button
            variant="secondary"
            size="sm"
            busy={list.isFetchingNextPage}
            busyText={LOADING}
            onClick={() => void list.fetchNextPage()}
          >
            Show older
          </Button>
        </div>
      )}
      {muted.map((kind: NotificationKind) => (
        <p className="muted-kind" key={kind}>
          <BellOff className="icon sm" aria-hidden="true" />
          <span className="grow">
            Muted: <b>{KIND_NAMES[kind]}</b>
          </span>
          <button type="button" className="link" disabled={isPending} onClick={() => mute({ kind, isMuted: false })}>
            Unmute<span className="sr">{` ${KIND_NAMES[kind]}`}</span>
          </button>
        </p>
      ))}
    </div>
  );
}
