import { describe, expect, test } from 'vitest';
import { newTotp } from './totp.ts';

describe('the QR code of an authenticator app', () => {
  test('contains the names unchanged', () => {
    const { uri, qrCode } = newTotp({ label: 'maya@fernandkiln.example', issuer: 'Fern & Kiln' });
    expect(uri).toMatch(/^otpauth:\/\/totp\/Fern%20%26%20Kiln:maya%40fernandkiln\.example\?/);
    expect(qrCode).toMatch(/^<svg/);
  });

  test('has room for the longest names, in any script', () => {
    const { uri } = newTotp({ label: `${'👍'.repeat(125)}@a.b`, issuer: '👍'.repeat(100) });
    expect(uri.length).toBeLessThan(2_000);
    expect(decodeURIComponent(uri)).toContain('👍'.repeat(50));
  });
});
