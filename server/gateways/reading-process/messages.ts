/** The limits of one reading. Beyond any of them the process is killed. */
export type ReadingLimits = {
  /**
   * How long the process may compute. On a busy machine that takes longer by the clock, which isn't the fault of what
   * is read.
   */
  timeMs: number;
  /**
   * How much memory the process may take in all, in bytes. What a PDF or a ZIP file inflates to lies outside the
   * JavaScript heap.
   */
  memoryBytes: number;
  /** Of that, what JavaScript objects may take. */
  heapBytes: number;
};

export type ToProcess<Request> = { request: Request; limits: ReadingLimits };
/** Parts of a long result come one by one, so that the server never takes in a large one in one go. */
export type FromProcess<Part, Result> = { part: Part } | { result: Result; memoryBytes: number };
