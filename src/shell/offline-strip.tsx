import { PRODUCT_NAME } from '#contract/texts.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import './offline-strip.css';

/**
 * Says that the server can't be reached, while that's so. The frame is always there, so that screen readers announce the text
 * when it appears.
 */
export function OfflineStrip() {
  const isOnline = useIsOnline();
  return (
    <div className="offline-strip" role="status">
      {!isOnline && (
        <p>
          <span>{navigator.onLine ? `We can’t reach ${PRODUCT_NAME} right now.` : 'You’re offline.'}</span> What you
          send will go out when you’re back online.
        </p>
      )}
    </div>
  );
}
