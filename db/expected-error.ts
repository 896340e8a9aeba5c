/**
 * An expected problem, such as a wrong setting. Programs print its message, a sentence for the operator, without a
 * stack.
 */
export class ExpectedError extends Error {}
