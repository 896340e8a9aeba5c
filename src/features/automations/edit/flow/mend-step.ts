/** Mends a step. The note goes with what it was about, and the focus to the step. */
export function mendStep(stepId: string, change: () => void): void {
  change();
  document.getElementById(`head-${stepId}`)?.focus();
}
