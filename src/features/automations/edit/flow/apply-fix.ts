/** Applies a fix to a step. Its problem's note disappears, so the focus moves to the step. */
export function applyFix(stepId: string, change: () => void): void {
  change();
  document.getElementById(`head-${stepId}`)?.focus();
}
