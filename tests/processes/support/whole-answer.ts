import type { Person } from './person.ts';

/** The answer to a first question, undisturbed: the model stand-in says the same to the same person and conversation. */
export async function wholeAnswer(person: Person, place: { url: string }, question: string): Promise<string> {
  const { reader } = await person.ask(place, question);
  const { status } = await reader.untilEnd();
  if (status !== 'complete') throw new Error(`the undisturbed answer ended as ${status}`);
  return reader.text;
}
