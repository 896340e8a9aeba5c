export function RunPage({ runId }: { runId: string }) {
  return <div className="main automations">{runId}</div>;
}
