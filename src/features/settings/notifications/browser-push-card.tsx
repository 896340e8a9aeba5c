import { useMutation, useQuery } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { Monitor } from 'lucide-react';
import type { AppRouter } from '#src/api/trpc.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorCode, toastError } from '#src/lib/app-error.ts';
import { toast } from '#src/lib/toast.ts';
import { Button } from '#src/ui/button.tsx';
import { ChoiceCard } from '#src/ui/forms/choice-card.tsx';
import { SettingRow } from '../setting-row.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { readPushState, subscribeBrowser, unsubscribeBrowser, type PushState } from './browser-push.ts';

type Devices = inferRouterOutputs<AppRouter>['notifications']['push']['devices']['devices'];

const HINTS: Record<PushState | 'on' | 'turningOn', string> = {
  unsupported: 'This browser can’t show them. On an iPhone or iPad, add Tenfold to your Home Screen first.',
  blocked: 'Blocked by your browser. Allow notifications for this site in your browser’s settings, then come back.',
  unasked: 'Off. Your browser will ask for your permission.',
  off: 'Off.',
  subscribed: 'Off.',
  turningOn: 'Turning on. Your browser may ask for your permission.',
  on: 'On, until you sign out here.',
};

/** Either the browser failed, or its maker's push service isn't one of those that the server sends to. */
function explainUnavailable(): null {
  toast.error({
    title: 'Notifications couldn’t be turned on',
    text: 'This browser’s notification service isn’t available. Try a regular window of Chrome, Edge, Firefox or Safari.',
  });
  return null;
}

function PushSwitch({ publicKey, devices }: { publicKey: string; devices: Devices }) {
  const utils = trpc.useUtils();
  const state = useQuery({
    queryKey: ['push-state', publicKey],
    queryFn: () => readPushState(publicKey),
    refetchOnWindowFocus: 'always',
  });
  const subscribe = trpc.notifications.push.subscribe.useMutation();
  const unsubscribe = trpc.notifications.push.unsubscribe.useMutation();
  const current = devices.find(({ isCurrent }) => isCurrent);
  const turnOn = async () => {
    const made = await subscribeBrowser(publicKey).catch(explainUnavailable);
    if (!made) return;
    try {
      await subscribe.mutateAsync(made);
    } catch (error) {
      // The server doesn't know of it, so it would never show anything.
      await unsubscribeBrowser();
      if (errorCode(error) !== 'INVALID_INPUT') throw error;
      explainUnavailable();
    }
  };
  const turnOff = async () => {
    if (current) await unsubscribe.mutateAsync({ id: current.id });
    await unsubscribeBrowser();
  };
  const change = useMutation({
    mutationFn: (isOn: boolean) => (isOn ? turnOn() : turnOff()),
    onError: toastError,
    onSettled: () => Promise.all([state.refetch(), utils.notifications.push.invalidate()]),
  });
  const shown = state.data === 'subscribed' && current ? 'on' : state.data;
  const hint = change.isPending && change.variables ? HINTS.turningOn : shown && HINTS[shown];
  return (
    <ChoiceCard
      type="checkbox"
      name="push"
      label="This browser"
      hint={hint ?? ''}
      checked={change.isPending ? change.variables : shown === 'on'}
      disabled={shown === undefined || shown === 'unsupported' || shown === 'blocked'}
      onChange={(event) => !change.isPending && change.mutate(event.target.checked)}
    />
  );
}

/** A lock screen can be read by anyone, so titles are the owner's choice, for each browser. */
function TitlesSwitch({ id, showsTitles }: Pick<Devices[number], 'id' | 'showsTitles'>) {
  const utils = trpc.useUtils();
  const change = trpc.notifications.push.setShowsTitles.useMutation({
    onError: toastError,
    onSettled: () => utils.notifications.push.invalidate(),
  });
  return (
    <ChoiceCard
      type="checkbox"
      name="push-titles"
      label="Show titles"
      hint="Show what a conversation or an automation is about, even on the lock screen. When this is off, notifications only say who they’re from."
      checked={change.isPending ? change.variables.showsTitles : showsTitles}
      onChange={(event) => change.mutate({ id, showsTitles: event.target.checked })}
    />
  );
}

function OtherDevices({ devices }: { devices: Devices }) {
  const utils = trpc.useUtils();
  const turnOff = trpc.notifications.push.unsubscribe.useMutation({
    onError: toastError,
    onSettled: () => utils.notifications.push.invalidate(),
  });
  return (
    <ul className="setting-rows">
      {devices.map(({ id, device }) => (
        <SettingRow key={id} icon={<Monitor className="icon" aria-hidden="true" />} title={device}>
          <Button variant="secondary" aria-label={`Turn off on ${device}`} onClick={() => turnOff.mutate({ id })}>
            Turn off
          </Button>
        </SettingRow>
      ))}
    </ul>
  );
}

/** Notifications while no tab is open, for each browser that was asked to show them. Nothing where the operator has set no keys. */
export function BrowserPushCard() {
  const { data } = trpc.notifications.push.devices.useQuery();
  if (!data || data.publicKey === null) return null;
  const current = data.devices.find(({ isCurrent }) => isCurrent);
  const others = data.devices.filter(({ isCurrent }) => !isCurrent);
  return (
    <SettingsCard
      title="On your devices"
      lead="What’s new in the bell, even when Tenfold isn’t open. Nothing you’ve already read, and nothing you keep out of the bell."
    >
      <PushSwitch publicKey={data.publicKey} devices={data.devices} />
      {current && <TitlesSwitch {...current} />}
      {others.length > 0 && <OtherDevices devices={others} />}
    </SettingsCard>
  );
}
