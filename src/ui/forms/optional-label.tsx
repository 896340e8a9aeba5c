/** The label of an optional field. */
export function OptionalLabel({ text }: { text: string }) {
  return (
    <>
      <span>{text}</span> <span className="optional">(optional)</span>
    </>
  );
}
