import { onlineManager } from '@tanstack/react-query';
import { webLocks } from '#src/lib/storage/web-locks.ts';
import { onResume } from '../on-resume.ts';
import { signedIn } from '../signed-in.ts';
import { createLiveConnection } from './live-connection.ts';
import { openLiveStream } from './open-live-stream.ts';

/** This tab's part in the live connection of the browser. */
export const live = createLiveConnection({
  // The name of this script, which has a hash of what is in it.
  build: new URL(import.meta.url).pathname,
  locks: webLocks(),
  openChannel: (name, hear) => {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', ({ data }) => hear(data));
    return {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- reason: a BroadcastChannel takes no origin: it never leaves this one
      say: (call) => channel.postMessage(call),
      close: () => channel.close(),
    };
  },
  open: (wanted, reader) =>
    openLiveStream(wanted, {
      ...reader,
      onOver: (code) => {
        if (code === 'UNAUTHENTICATED') signedIn.expire('sign-in');
        reader.onOver(code);
      },
    }),
  canOpen: () => onlineManager.isOnline() && !signedIn.state().isExpired,
  tab: {
    personId: () => signedIn.state().person?.id,
    isVisible: () => document.visibilityState === 'visible',
    listen: ({ onHidden, onSuspend, onResume: resume, onPerson }) => {
      const onVisibility = () => document.visibilityState === 'hidden' && onHidden();
      document.addEventListener('visibilitychange', onVisibility);
      // A page that holds a lock or a connection isn't kept for the back button, and one that is frozen would keep them from the others.
      window.addEventListener('pagehide', onSuspend);
      document.addEventListener('freeze', onSuspend);
      const stops = [onResume(resume), signedIn.subscribe(onPerson)];
      return () => {
        document.removeEventListener('visibilitychange', onVisibility);
        window.removeEventListener('pagehide', onSuspend);
        document.removeEventListener('freeze', onSuspend);
        for (const stop of stops) stop();
      };
    },
  },
});
