/** The parts of a soak: people alone, then the same people beside the hostile account. */
export const PARTS = ['quiet', 'hostile'];
