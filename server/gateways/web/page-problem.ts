import { PAGE_PROBLEMS, type PageProblemCode } from '#contract/brain/page-problems.ts';

/** Thrown when a page can't be read. `text` is for its owner; `cause` is for the log and never leaves the server. */
export class PageProblem extends Error {
  readonly code: PageProblemCode;
  readonly text: string;
  /** How long the website asks us to wait, if it said so, in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(code: PageProblemCode, options: ErrorOptions & { retryAfterMs?: number | null } = {}) {
    super(`page problem: ${code}`, options);
    this.name = 'PageProblem';
    this.code = code;
    this.text = PAGE_PROBLEMS[code];
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
