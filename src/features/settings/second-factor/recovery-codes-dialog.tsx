import { PRODUCT_NAME } from '#contract/texts.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { CopyTextButton } from '../copy-text-button.tsx';

type RecoveryCodesDialogProps = { isOpen: boolean; codes: readonly string[]; onSaved: () => void };

/** Shows recovery codes, once only. Only its own button closes it: codes lost by accident can't be shown again. */
export function RecoveryCodesDialog({ isOpen, codes, onSaved }: RecoveryCodesDialogProps) {
  const { email } = useAuth().user;
  const whose = `${PRODUCT_NAME} recovery codes of ${email}. Each works once.`;
  const text = `${whose}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      open={isOpen}
      onClose={onSaved}
      closable={false}
      title="Your recovery codes"
      lead="Keep them where you’d keep a spare key. We only show them this once."
    >
      <div className="stack">
        <p className="print-only">{whose}</p>
        <ol className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code translate="no">{code}</code>
            </li>
          ))}
        </ol>
        <div className="row wrap-row no-print">
          <CopyTextButton label="Copy" text={codes.join('\n')} />
          <a
            className={buttonClass({ variant: 'secondary' })}
            download={`${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            Download
          </a>
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
        <div className="row dialog-actions no-print">
          <Button onClick={onSaved}>I’ve saved them</Button>
        </div>
      </div>
    </Dialog>
  );
}
