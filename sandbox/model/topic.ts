import { trimBothEnds } from '#server/lib/text/trim.ts';

// Words that never name a subject: questions, courtesies, common verbs, times.
const common = new Set(
  `a about above after again all also am an and any anything are as ask at back be because been before being best better between both but by
  call came can come could customer customers day days did do does doing don't draft each else even every everyone everything explain feel few find first five for
  four from get give go going good got had hand has have having hello help her here hey hi his hope how i i'd i'll i'm i've if important in into is it it's its just keep know last
  later left less let let's like list little look lot made make many march may me mean might month more most much must my need never new next nice no not
  now of off ok on once one only or other our out over own people plan please post posts put ready really reply right said say see seem send she should show since so some someone something
  soon start still such sure take talk tell ten than thank thanks that the their them then there these they thing things think this those three
  time to today tomorrow too try turn two under until up us use very want was way we week weeks well were what what's when where which who whom why will with without work works would write
  writes written year years yes yesterday yet you your yours friday monday slower faster summarise summarize translate improve shorter longer using goes product products basket cart business email mail newsletter article
  script page description launch broken arrived campaign caption captions formula table code sales lead leads draft order orders small message stand stands figure figures spreadsheet margin
  january february march april june july august september october november december`.split(/\s+/),
);

/** The longest run of words in a question that name a subject, at most four; null when there is none. */
export function topicOf(question: string): string | null {
  let best: string[] = [];
  let run: string[] = [];
  for (const word of question.split(/[\s]+/)) {
    const bare = trimBothEnds(word, /[^\p{L}\p{N}]/u);
    const isSubject = bare.length > 1 && !common.has(bare.toLowerCase().replaceAll('’', "'")) && !/^\d/.test(bare);
    run = isSubject ? [...run, bare] : [];
    if (run.length > best.length && run.length <= 4) best = run;
    if (/[.,;:?!]$/.test(word)) run = [];
  }
  return best.length === 0 ? null : best.join(' ').slice(0, 48);
}
