/** One figure of a ledger. */
export function Figure({ value, label }: { value: string; label: string }) {
  return (
    <div className="figure-stat">
      <dt className="muted">{label}</dt>
      <dd>
        <b className="num">{value}</b>
      </dd>
    </div>
  );
}
