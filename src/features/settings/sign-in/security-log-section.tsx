import { useState } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { SecurityEventRow } from './security-event-row.tsx';
import { SettingsCard } from '../settings-card.tsx';

const SHOWN_AT_FIRST = 20;

/** What happened to the account, newest first. */
export function SecurityLogSection() {
  const log = trpc.account.securityLog.useQuery();
  const [isWhole, setIsWhole] = useState(false);
  return (
    <SettingsCard title="Security log" lead="Every sign-in and every change to how you sign in, newest first.">
      <Loaded query={log} rows={4}>
        {(events) =>
          events.length === 0 ? (
            <p>Nothing here yet.</p>
          ) : (
            <>
              <ol className="setting-rows">
                {events.slice(0, isWhole ? undefined : SHOWN_AT_FIRST).map((event) => (
                  <SecurityEventRow key={event.id} event={event} />
                ))}
              </ol>
              {!isWhole && events.length > SHOWN_AT_FIRST && (
                <div className="row">
                  <Button
                    variant="secondary"
                    onClick={() => setIsWhole(true)}
                  >{`Show ${events.length - SHOWN_AT_FIRST} more`}</Button>
                </div>
              )}
            </>
          )
        }
      </Loaded>
    </SettingsCard>
  );
}
