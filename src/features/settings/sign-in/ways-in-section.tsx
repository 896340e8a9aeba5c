import { DISABLED_WAY_DAYS, NEW_WAY_DAYS } from '#contract/account/ways-in.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import type { WayIn } from '../account/account-query.ts';
import { Problem, problemText } from '../problem.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useReadAgain } from '../use-read-again.ts';
import { WayInRow } from './way-in-row.tsx';

const isOff = ({ disabledAt }: WayIn) => disabledAt !== null;

/** Everything that opens the account. After a break-in, its owner turns their own ways back on here. */
export function WaysInSection() {
  const ways = trpc.account.waysIn.list.useQuery();
  const readAgain = useReadAgain();
  const turnOn = trpc.account.waysIn.turnOn.useMutation({
    onSuccess: async () => {
      toast.success({ title: 'Turned on' });
      await readAgain();
    },
  });
  const remove = trpc.account.waysIn.remove.useMutation({
    onSuccess: async () => {
      toast.success({ title: 'Removed' });
      await readAgain();
    },
  });
  const isBusy = turnOn.isPending || remove.isPending;
  const rowsOf = (list: WayIn[]) => (
    <ul className="setting-rows">
      {list.map((way) => (
        <WayInRow
          key={way.id ?? `${way.kind} ${way.name} ${way.addedAt}`}
          way={way}
          isBusy={isBusy}
          onTurnOn={() => way.id !== null && turnOn.mutate({ id: way.id })}
          onRemove={() => way.id !== null && remove.mutate({ id: way.id })}
        />
      ))}
    </ul>
  );

  return (
    <Loaded query={ways} rows={4}>
      {(list) => (
        <>
          {list.some(isOff) && (
            <SettingsCard
              title="Turned off"
              lead={`These were added in the ${NEW_WAY_DAYS} days before your password was set or everyone was signed out. Turn on only what you added yourself. The rest is deleted after ${DISABLED_WAY_DAYS} days.`}
            >
              {rowsOf(list.filter(isOff))}
              <Problem text={problemText(turnOn.error ?? remove.error)} />
            </SettingsCard>
          )}
          <SettingsCard
            title="Account access"
            lead="Everything that gives access to your account or acts for you, with when and where it was added."
          >
            {rowsOf(list.filter((way) => !isOff(way)))}
          </SettingsCard>
        </>
      )}
    </Loaded>
  );
}
