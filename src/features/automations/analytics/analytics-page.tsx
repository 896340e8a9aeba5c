export function AnalyticsPage({ automationId }: { automationId: string }) {
  return <div className="main automations">{automationId}</div>;
}
