export function ListPage() {
  return <div className="main automations">list</div>;
}
