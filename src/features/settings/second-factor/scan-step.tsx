import { CopyTextButton } from '../copy-text-button.tsx';
import { FactorCodeForm } from './factor-code-form.tsx';
import type { Enrollment } from './use-enrollment.ts';

/** `ABCDEFGH` as `ABCD EFGH`: groups of four are easier to type. */
export function inGroups(text: string): string {
  return text.match(/.{1,4}/g)?.join(' ') ?? '';
}

type ScanStepProps = {
  totp: NonNullable<Enrollment['totp']>;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onCode: (code: string) => Promise<void>;
};

/** The secret as a QR code and as letters, and the field for the first code. */
export function ScanStep({ totp, ...form }: ScanStepProps) {
  return (
    <div className="stack">
      <p className="muted">Scan this with your app, then enter the six-digit code it shows.</p>
      {/* In an img element the server's SVG can neither run scripts nor load anything. */}
      <img
        className="qr-code"
        src={`data:image/svg+xml,${encodeURIComponent(totp.qrCode)}`}
        width={192}
        height={192}
        alt="QR code for your authenticator app"
      />
      <div className="field">
        <p className="label" id="secret-label">
          Or enter this key in the app
        </p>
        <p className="row between secret-key">
          <code translate="no" aria-labelledby="secret-label">
            {inGroups(totp.secret)}
          </code>
          <CopyTextButton label="Copy key" text={totp.secret} size="sm" />
        </p>
      </div>
      <FactorCodeForm submitLabel="Turn on" {...form} />
    </div>
  );
}
