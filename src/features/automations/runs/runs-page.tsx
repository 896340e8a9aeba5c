export function RunsPage() {
  return <div className="main automations">runs</div>;
}
