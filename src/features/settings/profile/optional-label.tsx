/** The label of a field that may stay empty. */
export function OptionalLabel({ text }: { text: string }) {
  return (
    <>
      {text} <span className="optional">(optional)</span>
    </>
  );
}
