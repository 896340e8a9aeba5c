import { Button } from '#src/ui/button.tsx';
import { AuthFrame } from '../auth-frame.tsx';

type LinkButtonProps = {
  title: string;
  text: string;
  label: string;
  busyText: string;
  busy: boolean;
  onUse: () => void;
};

/** The target of an email's link. Only its button uses up the link, because mail scanners open links too. */
export function LinkButton({ title, text, label, busyText, busy, onUse }: LinkButtonProps) {
  return (
    <AuthFrame>
      <div className="stack auth-head">
        <h1 className="h1">{title}</h1>
        <p className="muted">{text}</p>
      </div>
      <Button size="lg" block busy={busy} busyText={busyText} onClick={onUse}>
        {label}
      </Button>
    </AuthFrame>
  );
}
