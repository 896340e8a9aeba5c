import { CircleAlert, CircleCheck, Loader, X } from 'lucide-react';
import type { Toast } from '#src/lib/toast.ts';
import { classNames } from '../class-names.ts';
import { IconButton } from '../icon-button.tsx';

type ToasterProps = { toasts: readonly Toast[]; onDismiss: (id: string) => void };

const ICONS = { success: CircleCheck, error: CircleAlert, busy: Loader } as const;

/**
 * Short notices, bottom right. Both live regions exist from the start, because screen readers announce only what is added to one.
 */
export function Toaster({ toasts, onDismiss }: ToasterProps) {
  const list = (areErrors: boolean) =>
    toasts
      .filter((toast) => (toast.tone === 'error') === areErrors)
      .map((toast) => <ToastCard key={toast.id} toast={toast} onDismiss={onDismiss} />);
  return (
    <div className="toaster">
      <div role="status" className="stack">
        {list(false)}
      </div>
      <div role="alert" className="stack">
        {list(true)}
      </div>
    </div>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: (id: string) => void }) {
  const Icon = ICONS[toast.tone];
  const { action } = toast;
  return (
    <div className={classNames('toast', toast.tone === 'error' && 'err')}>
      <Icon className="icon" aria-hidden="true" />
      <div className="grow">
        <p className="strong">{toast.title}</p>
        {toast.text && <p className="small muted">{toast.text}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="action"
          onClick={() => {
            action.onClick();
            onDismiss(toast.id);
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" className="dismiss" onClick={() => onDismiss(toast.id)}>
        <X className="icon" aria-hidden="true" />
      </IconButton>
    </div>
  );
}
