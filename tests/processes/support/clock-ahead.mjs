const AHEAD_MS = 3_600_000;
const TrueDate = Date;

/** Loaded first, it puts the clock of a process an hour ahead, as on a machine whose clock is wrong. Its stopwatch is right. */
globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    super(...(given.length === 0 ? [Date.now()] : given));
  }

  static now() {
    return TrueDate.now() + AHEAD_MS;
  }
};
