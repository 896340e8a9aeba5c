import { builtIn } from '../built-in.ts';
import { hashtags } from '../shared-blanks.ts';

export const behindTheScenes = builtIn({
  id: 'behind-the-scenes',
  title: 'Behind the scenes',
  description: 'Shows how the thing is made, in three frames.',
  whenToUse:
    'For a post with three pictures, or a story with three frames. Take the pictures while you work, not afterwards.',
  category: 'social',
  tags: ['story', 'craft'],
  text: {
    subject: null,
    body: `{{firstLine}}

1. {{start}}

2. {{middle}}

3. {{end}}

What the pictures don’t show: {{hidden}}

{{invitation}}

{{hashtags}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'firstLine',
      label: 'First line',
      hint: 'What’s being made, and one number or fact that surprises people.',
      example: 'Five weeks from a lump of clay to a bowl you can eat from. Here’s how they pass.',
      isRequired: true,
      maxLength: 120,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'start',
      label: 'Picture 1: how it starts',
      hint: 'The material or the problem on the table. Say what you see, and what you’re looking for.',
      example: 'Monday: four pounds of clay, cut and weighed. A bowl that starts too light cracks in the kiln.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'middle',
      label: 'Picture 2: in the middle',
      hint: 'Hands at work. The step that takes longest or goes wrong most easily.',
      example: 'Three weeks of drying on this shelf, turned by hand every day. Rush it and the foot warps.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'end',
      label: 'Picture 3: done',
      hint: 'The finished thing where it will be used. Say where it goes next.',
      example: 'Out of the second firing this morning, in moss. It’s on the shop shelf by Saturday.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'hidden',
      label: 'What the pictures don’t show',
      hint: 'The part you’d tell a friend: the smell, the failures, who sweeps up.',
      example: 'the two bowls that didn’t make it, which now hold our brushes.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'invitation',
      label: 'Invitation',
      hint: 'Where people can see it for themselves. Leave it empty if they can’t.',
      example: 'Want to watch? The studio door is open on Saturdays from 10 to 4.',
      isRequired: false,
      maxLength: 200,
      ending: 'sentence',
      from: {
        factKinds: ['people'],
        words: ['hours', 'opening', 'open'],
        isAffirmative: true,
        sentence: 'When we’re open to visitors: {{invitation}}',
        isLasting: true,
      },
    },
    hashtags('#pottery #stoneware #millbrook'),
  ],
  business: 'pottery',
});
