import type { Play, Playbook } from './play.ts';

function score(play: Play, question: string): number {
  return question.match(new RegExp(play.about.source, 'gi'))?.length ?? 0;
}

function best(playbook: Playbook, question: string, seed: number, last: Play | null): Play {
  const start = seed % playbook.length;
  const rotated = [...playbook.slice(start), ...playbook.slice(0, start)];
  // A play that was just used must fit clearly better to be used again, so that a follow-up doesn't get the same answer twice.
  const worth = (play: Play) => score(play, question) - (play === last ? 1.5 : 0);
  return rotated.reduce((winner, play) => (worth(play) > worth(winner) ? play : winner), rotated[0] ?? playbook[0]);
}

/** The play for the last question, chosen by the same rules as for the earlier ones. */
export function choosePlay(playbook: Playbook, questions: string[], seed: number): Play {
  let last: Play | null = null;
  for (const question of questions) last = best(playbook, question, seed, last);
  return last ?? playbook[0];
}
