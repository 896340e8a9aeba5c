import { useState } from 'react';
import { valueText } from '#contract/automations/values.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { trpc } from '#src/api/trpc.ts';
import { toastError } from '#src/lib/app-error.ts';
import { agoText } from '../state/ago-text.ts';
import { useCopy } from '#src/lib/use-copy.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { useEditorContext } from '../editor-context.ts';

type OfHook = Extract<Trigger, { kind: 'webhook' }>;

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
  const automationId = page.automation.id;
  const refresh = () => utils.powerUps.automations.get.invalidate({ automationId });
  const making = trpc.powerUps.automations.newHook.useMutation({
    onSuccess: async ({ secret: made }) => {
      setSecret(made);
      await refresh();
    },
    onError: toastError,
  });
  const make = async () => {
    // The address belongs to the saved automation.
    if (await flush()) making.mutate({ automationId });
  };
  const { hook } = page;
  return (
    <>
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
            <div className="row wrap-row">
              <p className="small muted grow">
                The secret was shown once. A new one also changes the address, and the old ones stop working right away.
              </p>
              <Button variant="secondary" size="sm" busy={making.isPending} onClick={() => void make()}>
                New address and secret
              </Button>
            </div>
          ) : (
            <>
              <Copied label="Its secret" text={secret} />
              <p className="note warn" role="status">
                <span>
                  <b className="strong">Copy the secret now.</b> It isn’t shown again.
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
            <Button size="sm" variant="secondary" onClick={() => void refresh()}>
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

function Copied({ label, text }: { label: string; text: string }) {
  const { isCopied, copy } = useCopy();
  return (
    <div className="field">
      <span className="label">{label}</span>
      <div className="row copied">
        <code className="grow">{text}</code>
        <Button size="sm" variant="secondary" onClick={() => void copy(text)}>
          {isCopied ? 'Copied' : 'Copy'}
          <span className="sr"> {label.toLowerCase()}</span>
        </Button>
      </div>
    </div>
  );
}
