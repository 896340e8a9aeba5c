import { useState } from 'react';
import { mergeFields } from '#contract/automations/call-fields.ts';
import { valueText } from '#contract/automations/values.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { LOADING } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { agoText } from '../state/ago-text.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { useCopy } from '#src/lib/use-copy.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';

const ConfirmDialog = lazyDialog(async () => (await import('#src/ui/overlays/confirm-dialog.tsx')).ConfirmDialog);

type OfHook = Extract<Trigger, { kind: 'webhook' }>;

/** The focus goes there once there is a secret to copy. */
const COPY_SECRET = 'copy-hook-secret';

const HINTS: Record<OfHook['check'], string> = {
  secret: 'Send the secret as the header Tenfold-Secret, or as Authorization: Bearer.',
  signature:
    'Send the header Tenfold-Signature with t=seconds,v1=hex: the HMAC-SHA256 of the time, a dot and the body. It’s valid for five minutes.',
};

/** The address that other programs call, its secret, and what was sent last. */
export function HookEditor({ trigger, onChange }: { trigger: OfHook; onChange: (trigger: OfHook) => void }) {
  const { page, flush } = useEditorContext();
  const utils = trpc.useUtils();
  const now = useNow();
  const [secret, setSecret] = useState<string | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const automationId = page.automation.id;
  const refresh = () => utils.powerUps.automations.get.invalidate({ automationId });
  const making = trpc.powerUps.automations.newHook.useMutation({
    onSuccess: async ({ secret: made }) => {
      setSecret(made);
      await refresh();
      setIsAsking(false);
    },
    onError: (error) => {
      setIsAsking(false);
      toastError(error);
    },
  });
  const make = async () => {
    // The address belongs to the saved automation.
    if (await flush()) making.mutate({ automationId });
  };
  const checkAgain = async () => {
    const read = await utils.powerUps.automations.get.fetch({ automationId }, { staleTime: 0 }).catch(toastError);
    const found = read?.definition.trigger;
    const fields = mergeFields(trigger.fields ?? [], (found?.kind === 'webhook' && found.fields) || []);
    if (JSON.stringify(fields) !== JSON.stringify(trigger.fields ?? [])) onChange({ ...trigger, fields });
  };
  const { hook } = page;
  return (
    <>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title="Make a new address and secret?"
        confirmLabel="Make new ones"
        busyText={LOADING}
        isBusy={making.isPending}
        onConfirm={() => void make()}
        returnFocusTo={() => document.getElementById(COPY_SECRET)}
      >
        <p>
          The old address and secret stop working right away. Programs that call it need the new ones. Fields of earlier
          calls that no step uses are forgotten.
        </p>
      </ConfirmDialog>
      {hook === null ? (
        <div className="stack">
          <p className="small muted">Other programs start it by calling its own web address.</p>
          <div>
            <Button variant="secondary" size="sm" busy={making.isPending} onClick={() => void make()}>
              Create its address
            </Button>
          </div>
        </div>
      ) : (
        <>
          <Copied label="Its address" text={hook.url} />
          {secret === null ? (
            <div className="field">
              <span className="label">Its secret</span>
              <div className="row wrap-row">
                <p className="small muted grow">Shown once. Make a new one if you lost it.</p>
                <Button variant="secondary" size="sm" onClick={() => setIsAsking(true)}>
                  New address and secret
                </Button>
              </div>
            </div>
          ) : (
            <>
              <Copied label="Its secret" text={secret} buttonId={COPY_SECRET} />
              <p className="note warn" role="status">
                <span>
                  <b className="strong">Shown once.</b> Copy it now. Make a new one if you lose it.
                </span>
              </p>
            </>
          )}
        </>
      )}
      <SelectField
        label="How we check that a call is allowed"
        hint={HINTS[trigger.check]}
        options={[
          { value: 'secret', label: 'The secret in a header' },
          { value: 'signature', label: 'A signature made with the secret' },
        ]}
        value={trigger.check}
        onChange={({ target }) =>
          onChange({ ...trigger, check: target.value === 'signature' ? 'signature' : 'secret' })
        }
      />
      {hook !== null && (
        <div className="try" role="group" aria-label="Last sent">
          <div className="row between">
            <p className="small">
              {hook.sample === null || hook.sampleAt === null ? (
                <>
                  <b className="strong">Nothing has been sent yet.</b>{' '}
                  <span className="muted">Call the address once to use its values in your steps.</span>
                </>
              ) : (
                <>
                  <b className="strong">Last sent</b> <span className="muted">{agoText(hook.sampleAt, now)}</span>
                </>
              )}
            </p>
            <Button size="sm" variant="secondary" onClick={() => void checkAgain()}>
              Check again
            </Button>
          </div>
          {hook.sample && (
            <dl>
              {Object.entries(hook.sample).map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{valueText(value)}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </>
  );
}

function Copied({ label, text, buttonId }: { label: string; text: string; buttonId?: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="row copied">
        <code translate="no" className="grow">
          {text}
        </code>
        <Button id={buttonId} size="sm" variant="secondary" onClick={() => void copy(text)}>
          <span>{isCopied ? 'Copied' : 'Copy'}</span>
          <span className="sr">{` ${label.toLowerCase()}`}</span>
        </Button>
      </div>
    </div>
  );
}
