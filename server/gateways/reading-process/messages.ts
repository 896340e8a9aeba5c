/** The limits of one reading. Beyond any of them the process is killed. */
export type ReadingLimits = {
  /** How much CPU time the process may use. Wall-clock time would depend on how busy the machine is. */
  timeMs: number;
  /**
   * The wall-clock limit, for a process that hangs. A busy or suspended machine runs into it as well, so it is nobody's
   * fault.
   */
  clockMs: number;
  /**
   * How much memory the process may take in all, in bytes. The inflated content of a PDF or ZIP file is outside the
   * JavaScript heap.
   */
  memoryBytes: number;
  /** The share of that for JavaScript objects, in bytes. */
  heapBytes: number;
};

export type ToProcess<Request> = { request: Request; limits: ReadingLimits };
/** A long result arrives in parts, so that the server never deserializes a large message at once. */
export type FromProcess<Part, Result> = { part: Part } | { result: Result; memoryBytes: number };
