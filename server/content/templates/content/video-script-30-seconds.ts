import type { Blank } from '#contract/templates/blanks.ts';
import { builtIn } from '../built-in.ts';
import { businessName } from '../shared-blanks.ts';

type Line = [name: string, label: string, hint: string, example: string];

/** What the camera sees. */
const picture = (...[name, label, hint, example]: Line): Blank => ({
  kind: 'text',
  name,
  label,
  hint,
  example,
  isRequired: true,
  maxLength: 160,
  ending: 'sentence',
});
/** What is said. All lines together can be read aloud in half a minute. */
const spoken = (maxLength: number, ...[name, label, hint, example]: Line): Blank => ({
  kind: 'text',
  name,
  label,
  hint,
  example,
  isRequired: true,
  maxLength,
  ending: 'sentence',
});

export const videoScript30Seconds = builtIn({
  id: 'video-script-30-seconds',
  title: 'Video script, 30 seconds',
  description: 'Hook, one idea, ending.',
  whenToUse: 'For a phone on a tripod and one person. Read it aloud with a stopwatch before you film.',
  category: 'content',
  tags: ['video'],
  text: {
    subject: null,
    body: `Video for {{businessName}}, 30 seconds

0:00 Hook
Picture: {{hookPicture}}
Say: {{hookWords}}

0:04 The idea
Picture: {{ideaPicture}}
Say: {{ideaWords}}

0:18 The proof
Picture: {{proofPicture}}
Say: {{proofWords}}

0:25 Ending
Picture: {{endPicture}}
Say: {{endWords}}
Text on screen: {{endText}}

Before you post it
- Add captions. Many people watch with the sound off.
- Hold the last picture for two seconds, so that the text can be read.`,
  },
  blanks: [
    businessName('Juniper Street Bakery'),
    picture(
      'hookPicture',
      'Hook: picture',
      'Something already in motion. No logo, no greeting.',
      'Close up: a hand knocks on the bottom of a loaf. It sounds like a door.',
    ),
    spoken(
      60,
      'hookWords',
      'Hook: words',
      'One short sentence. A question or a claim people doubt.',
      'This is how you hear that bread is done.',
    ),
    picture(
      'ideaPicture',
      'The idea: picture',
      'One place, two or three angles.',
      'Two loaves on the rack. Theo knocks on each, once dull, once hollow.',
    ),
    spoken(
      190,
      'ideaWords',
      'The idea: words',
      'One idea in two or three sentences, as you’d explain it across the counter.',
      'Turn the loaf over and knock. If it sounds dull, there’s still water inside, so give it five more minutes. If it sounds hollow, it’s baked through.',
    ),
    picture(
      'proofPicture',
      'The proof: picture',
      'What shows that it’s true.',
      'Theo cuts both loaves. One is gummy in the middle, one isn’t.',
    ),
    spoken(
      90,
      'proofWords',
      'The proof: words',
      'One sentence. Let the picture do the rest.',
      'Same oven, same dough, five minutes apart.',
    ),
    picture(
      'endPicture',
      'Ending: picture',
      'A face, looking at the viewer.',
      'Theo, with flour on his nose, bites into the good one.',
    ),
    spoken(
      80,
      'endWords',
      'Ending: words',
      'What to do or where to go. One sentence.',
      'Knock on ours any morning from seven.',
    ),
    {
      kind: 'text',
      name: 'endText',
      label: 'Text on screen',
      hint: 'Your name, and where to find you.',
      example: 'Juniper Street Bakery, Millbrook',
      isRequired: true,
      maxLength: 50,
    },
  ],
  business: 'bakery',
});
