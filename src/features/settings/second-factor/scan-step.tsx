import { CopyTextButton } from '../copy-text-button.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import { inGroups } from './in-groups.ts';
import type { Enrolment } from './use-enrolment.ts';

type ScanStepProps = {
  totp: NonNullable<Enrolment['totp']>;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onCode: (code: string) => Promise<void>;
};

/** The secret as a picture and as letters, and the field for the first code. */
export function ScanStep({ totp, ...form }: ScanStepProps) {
  return (
    <div className="stack">
      <p className="muted">Scan this with your app, then enter the six digits that it shows.</p>
      {/* As an image, the server's drawing can neither run nor load anything. */}
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(totp.qrCode)}`}
        width={192}
        height={192}
        alt="QR code for your authenticator app"
      />
      <div className="field">
        <p className="label" id="secret-label">
          Or type this key into the app
        </p>
        <p className="row between secret-key">
          <code aria-labelledby="secret-label">{inGroups(totp.secret)}</code>
          <CopyTextButton label="Copy key" text={totp.secret} size="sm" />
        </p>
      </div>
      <FactorCodeForm submitLabel="Turn on" {...form} />
    </div>
  );
}
