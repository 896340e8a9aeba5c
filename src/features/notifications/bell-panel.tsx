import { Popover } from '@base-ui/react/popover';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { IconButton } from '#src/ui/icon-button.tsx';
import { AnchoredPopover } from '#src/ui/overlays/anchored-popover.tsx';
import { NotificationList } from './notification-list.tsx';

type BellPanelProps = { isOpen: boolean; onClose: () => void };

/** What the bell has to tell: a popover below it, or the whole screen of a phone. */
export function BellPanel({ isOpen, onClose }: BellPanelProps) {
  const place = document.querySelector<HTMLElement>('.bell-place');
  const utils = trpc.useUtils();
  const list = trpc.notifications.list.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, enabled: isOpen },
  );
  const { data: count } = trpc.notifications.unreadCount.useQuery();
  const markRead = trpc.notifications.markRead.useMutation({
    onSuccess: () => utils.notifications.invalidate(),
    onError: toastError,
  });
  const button = place?.querySelector('button') ?? null;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const newest = items[0];
  return (
    <AnchoredPopover
      open={isOpen}
      onClose={onClose}
      button={button}
      container={place}
      align="end"
      sideOffset={12}
      positionerClass="bell-positioner"
      className="bell-panel quiet-focus"
    >
      <div className="head">
        <Popover.Title className="h4 grow">Notifications</Popover.Title>
        {newest && count && count.unread > 0 && (
          <button
            type="button"
            className="link"
            disabled={markRead.isPending}
            onClick={() => markRead.mutate({ all: true, until: newest.at })}
          >
            Mark all read
          </button>
        )}
        <Popover.Close render={<IconButton label="Close" className="closeb" />}>
          <X className="icon" aria-hidden="true" />
        </Popover.Close>
      </div>
      <NotificationList
        list={list}
        items={items}
        onOpen={({ id, isUnread }) => {
          if (isUnread) markRead.mutate({ ids: [id] });
          onClose();
        }}
        onLeave={onClose}
      />
      {items.length > 0 && (
        <Link
          className="foot"
          to="/dashboard/settings/$section"
          params={{ section: 'notifications' }}
          onClick={onClose}
        >
          Notification settings
        </Link>
      )}
    </AnchoredPopover>
  );
}
