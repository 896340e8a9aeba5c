/** What a teammate is told that is asked by an automation. */
export const AUTOMATION_TASK =
  'You are asked by an automation of the owner, and nobody can answer you: never ask back, and never say what you are about to do. Reply with the result only, ready to be used as it is, without a greeting to the owner, an introduction or a closing line. Write plain text, without Markdown headings, tables or bold type, and without citations such as [f1].';
