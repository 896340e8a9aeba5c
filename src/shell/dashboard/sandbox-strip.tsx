import { useSite } from '#src/domain/site/site.ts';

/** Says that nothing leaves this machine while the sandbox is on. */
export function SandboxStrip() {
  const { sandboxInboxUrl } = useSite();
  if (!sandboxInboxUrl) return null;
  return (
    <aside className="sandbox-strip" aria-label="Sandbox mode">
      Sandbox: answers, emails and payments aren’t real.{' '}
      <a href={sandboxInboxUrl} target="_blank" rel="noreferrer">
        Open the inbox
      </a>
    </aside>
  );
}
