type Request = { instructions: string; question: string };
export type Given = { facts: readonly string[]; passages: readonly { source: string; text: string }[] };

/**
 * Adds what is known about the business to a request. The one place that decides where facts stand: as long as the product's
 * instructions have no block for them, they come before the question.
 */
export function withFacts(request: Request, { facts, passages }: Given): Request {
  const blocks = [
    facts.length > 0 ? ['Facts about the business:', ...facts.map((fact) => `- ${fact}`)].join('\n') : '',
    ...passages.map(({ source, text }) => `Passage from ${source}:\n"""\n${text}\n"""`),
  ];
  return { ...request, question: [...blocks.filter(Boolean), request.question].join('\n\n') };
}
