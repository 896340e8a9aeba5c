/** Asks the model to continue an answer that was cut off. Sent as the last message, after the text so far. */
export const CONTINUE_REQUEST =
  'Your last answer was cut off. Go on exactly where it stopped, without repeating anything and without a preface.';
