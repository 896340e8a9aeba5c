/** The label of an optional field. */
export function OptionalLabel({ text }: { text: string }) {
  return (
    <>
      {text} <span className="optional">(optional)</span>
    </>
  );
}
