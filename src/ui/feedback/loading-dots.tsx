/** Three folding squares in the teammate's ink while an answer is being written. */
export function LoadingDots({ label }: { label: string }) {
  return (
    <span className="dots" role="status">
      <i />
      <i />
      <i />
      <span className="sr">{label}</span>
    </span>
  );
}
