import { builtIn } from '../built-in.ts';
import { hashtags } from '../shared-blanks.ts';

export const shortVideoCaption = builtIn({
  id: 'short-video-caption',
  title: 'Short-video caption',
  description: 'A first line that earns the second.',
  whenToUse:
    'Under a video of 15 to 60 seconds. Write it before you film: if the first line is dull, film something else.',
  category: 'social',
  tags: ['video', 'caption'],
  isPremium: true,
  text: {
    subject: null,
    body: `{{firstLine}}

{{payoff}}

How it’s done:
{{steps}}

{{mistake}}

Save this for {{saveFor}}.

{{question}}

{{hashtags}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'firstLine',
      label: 'First line',
      hint: 'A claim, a mistake or a question. It stands alone, so keep it under 60 characters.',
      example: 'Your bread isn’t stale. It’s thirsty.',
      isRequired: true,
      maxLength: 60,
    },
    {
      kind: 'text',
      name: 'payoff',
      label: 'Second line',
      hint: 'What the video shows, and what people get from it. One sentence.',
      example: 'A loaf from the day before yesterday comes back in eleven minutes, crust and all.',
      isRequired: true,
      maxLength: 160,
      ending: 'sentence',
    },
    {
      kind: 'list',
      name: 'steps',
      label: 'The steps',
      hint: 'Two to five, short enough to read while the video runs.',
      example: [
        'Hold the whole loaf under running water for three seconds',
        'Oven at 350 °F, straight on the rack',
        'Eleven minutes, then five to cool',
      ],
      isRequired: true,
      minItems: 2,
      maxItems: 5,
      maxLength: 80,
    },
    {
      kind: 'text',
      name: 'mistake',
      label: 'What to watch out for',
      hint: 'The mistake most people make. Leave it empty if there’s none.',
      example: 'It works once per loaf. The second time, make croutons.',
      isRequired: false,
      maxLength: 160,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'saveFor',
      label: 'When they’ll need it',
      hint: 'Completes “Save this for …”: a moment your viewers know. Leave it empty to go without.',
      example: 'the next time the end of a loaf turns into a doorstop',
      isRequired: false,
      maxLength: 100,
      ending: 'phrase',
    },
    {
      kind: 'text',
      name: 'question',
      label: 'A question to end with',
      hint: 'One that people can answer in three words. Leave it empty if you’d rather not ask.',
      example: 'What do you do with old bread?',
      isRequired: false,
      maxLength: 100,
      ending: 'question',
    },
    hashtags('#sourdough #breadtips'),
  ],
  business: 'bakery',
});
