export function ApprovalsPage() {
  return <div className="main automations">approvals</div>;
}
