/** Marks a teammate with an answer that nobody has looked at. */
export function NewMark() {
  return (
    <i className="new-mark">
      <span className="sr">New answer</span>
    </i>
  );
}
