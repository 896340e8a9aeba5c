import { PRODUCT_NAME } from '#contract/texts.ts';
import { useIsOnline } from '#src/api/use-is-online.ts';
import './offline-strip.css';

/** Says, as long as it is so, that the server cannot be reached. The frame stands always, so that screen readers hear the words come. */
export function OfflineStrip() {
  const isOnline = useIsOnline();
  return (
    <div className="offline-strip" role="status">
      {!isOnline && (
        <p>
          {navigator.onLine ? `${PRODUCT_NAME} cannot be reached right now.` : 'You are offline.'} What you send goes
          out when the connection is back.
        </p>
      )}
    </div>
  );
}
