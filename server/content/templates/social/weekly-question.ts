import { builtIn } from '../built-in.ts';
import { hashtags } from '../shared-blanks.ts';

export const weeklyQuestion = builtIn({
  id: 'weekly-question',
  title: 'Weekly question',
  description: 'A question your regulars will enjoy answering.',
  whenToUse: 'Once a week, on the same day. Answer every comment on the first evening: that’s what brings people back.',
  category: 'social',
  tags: ['community'],
  text: {
    subject: null,
    body: `This week’s question: {{question}}

{{why}}

We’ll go first: {{ourAnswer}}

{{whatHappens}}

{{hashtags}}`,
  },
  blanks: [
    {
      kind: 'text',
      name: 'question',
      label: 'The question',
      hint: 'Easy, specific, and about them: a memory, a habit, a choice between two things.',
      example: 'What’s the best thing you’ve ever eaten standing up in the kitchen?',
      isRequired: true,
      maxLength: 160,
      ending: 'question',
    },
    {
      kind: 'text',
      name: 'why',
      label: 'Why you ask',
      hint: 'One sentence on where the question comes from.',
      example: 'A regular told us hers on Tuesday, and nobody behind the counter has talked about anything else since.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'text',
      name: 'ourAnswer',
      label: 'Your own answer',
      hint: 'A real one, from you or someone on your team, with their name.',
      example: 'Theo’s is the heel of a warm loaf, with too much butter and the oven door still open.',
      isRequired: true,
      maxLength: 200,
      ending: 'sentence',
    },
    {
      kind: 'choice',
      name: 'whatHappens',
      label: 'What happens with the answers',
      hint: 'Promise only what you’ll do.',
      example: 'board',
      isRequired: true,
      choices: [
        { id: 'read', label: 'You read them all', text: 'Tell us yours in the comments. We read every one.' },
        {
          id: 'share',
          label: 'You share the best',
          text: 'Tell us yours in the comments. We’ll share our favorites next week.',
        },
        {
          id: 'board',
          label: 'You put one up in the shop',
          text: 'Tell us yours in the comments. Our favorite goes up on the board in the shop.',
        },
        {
          id: 'use',
          label: 'You use them',
          text: 'Tell us yours in the comments. It helps us decide what we do next.',
        },
      ],
    },
    hashtags('#millbrook'),
  ],
  business: 'bakery',
});
