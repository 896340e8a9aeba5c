/** What the model is asked when an answer that was cut off is to go on. Ends the history, after the words that are there. */
export const CONTINUE_REQUEST =
  'Your last answer was cut off. Go on exactly where it stopped, without repeating anything and without a preface.';
