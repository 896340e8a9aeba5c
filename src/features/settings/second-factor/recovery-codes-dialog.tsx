import { PRODUCT_NAME } from '#contract/texts.ts';
import { useAuth } from '#src/domain/session/auth-context.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { CopyTextButton } from '../copy-text-button.tsx';

type RecoveryCodesDialogProps = { isOpen: boolean; codes: readonly string[]; onKept: () => void };

/** Shows recovery codes, this once. It closes by its own button only: what a slip would lose cannot be shown again. */
export function RecoveryCodesDialog({ isOpen, codes, onKept }: RecoveryCodesDialogProps) {
  const { email } = useAuth().user;
  const whose = `${PRODUCT_NAME} recovery codes of ${email}. Each works once.`;
  const text = `${whose}\n\n${codes.join('\n')}\n`;
  return (
    <Dialog
      open={isOpen}
      onClose={onKept}
      closable={false}
      title="Your recovery codes"
      lead="Keep them where you would keep a spare key. This is the only time that they are shown."
    >
      <div className="stack">
        <p className="print-only">{whose}</p>
        <ol className="recovery-codes" aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
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
          <Button onClick={onKept}>I have kept them</Button>
        </div>
      </div>
    </Dialog>
  );
}
