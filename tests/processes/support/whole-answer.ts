import type { Person } from './person.ts';

/** The undisturbed answer to a first question: the model stand-in gives the same answer to the same person and conversation. */
export async function wholeAnswer(person: Person, place: { url: string }, question: string): Promise<string> {
  const { reader } = await person.ask(place, question);
  const { status } = await reader.untilEnd();
  if (status !== 'complete') throw new Error(`the undisturbed answer ended as ${status}`);
  return reader.text;
}
