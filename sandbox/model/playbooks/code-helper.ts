import type { Playbook } from '../play.ts';

export const CODE_HELPER: Playbook = [
  {
    about: /formula|spreadsheet|excel|sheet|margin|cell|column|vlookup/i,
    title: 'A spreadsheet formula',
    point: (s) =>
      `Put price in column A, cost in column B, and this in C2. It gives the margin of each row of ${s.business} and stays empty where a price is missing.`,
    steps: () => [
      '`A2=""` checks first, so that you never see a division by zero.',
      '`A2-B2` is what is left; divided by `A2` it becomes a share of the price.',
      'An empty cost counts as zero, so check column B; then format C as a percentage and drag it down.',
    ],
    table: () => ({
      head: ['Test', 'A', 'B', 'C should show'],
      rows: [
        ['Normal', '100', '60', '40 %'],
        ['Loss', '50', '60', '-20 %'],
        ['Empty', '', '60', 'nothing'],
      ],
    }),
    snippet: () => ({ language: 'text', code: '=IF(OR(A2="", A2=0), "", (A2 - B2) / A2)' }),
    handover: { to: 'finny', request: 'Which margin do we need to cover the fixed costs?' },
    ask: () => 'Do you use commas or semicolons between the parts of a formula?',
  },
  {
    about: /html|css|button|embed|style|web ?page|website|colou?r|form/i,
    title: 'A block for your page',
    point: (s) =>
      `This is a plain button for ${s.subject}. Paste it into an HTML block of your page builder${s.website ? ` for ${s.website}` : ''}.`,
    steps: () => [
      'Change the address and the words between the tags; leave the rest.',
      'It is large enough for a thumb, and the keyboard reaches it because it is a real link.',
      'If your builder removes the style, put that part under “Custom CSS”.',
    ],
    table: () => ({
      head: ['Test', 'How', 'Expect'],
      rows: [
        ['Phone', 'Open the page', 'No sideways scroll'],
        ['Keyboard', 'Press Tab', 'A visible ring'],
        ['Link', 'Click it', 'The right page'],
      ],
    }),
    snippet: () => ({
      language: 'html',
      code: '<a class="cta" href="/contact">Ask for a date</a>\n<style>\n  .cta { display: inline-block; padding: 0.75rem 1.25rem; background: #0b6747; color: #fff; border-radius: 7px; }\n  .cta:focus-visible { outline: 3px solid #17201b; outline-offset: 2px; }\n</style>',
    }),
    handover: { to: 'landa', request: 'What should this button say, and where on the page does it go?' },
    ask: () => 'Which page builder do you use?',
  },
  {
    about: /sql|query|database|table|join|count|select/i,
    title: 'A query to start from',
    point: (s) =>
      `This counts what happened each month and only reads, so it cannot change anything. Rename the table and columns to match your ${s.place}.`,
    steps: () => [
      '`date_trunc` puts every date on the first day of its month.',
      '`count` and `sum` work on the rows of that month.',
      'Months without rows are missing from the result; that is the case to watch.',
    ],
    table: () => ({
      head: ['Column', 'Meaning', 'Check'],
      rows: [
        ['month', 'First day', 'UTC or local?'],
        ['orders', 'How many', 'Are canceled ones included?'],
        ['total', 'Sum', 'With or without tax?'],
      ],
    }),
    snippet: () => ({
      language: 'sql',
      code: "select date_trunc('month', created_at) as month,\n       count(*) as orders,\n       sum(total) as total\nfrom orders\nwhere status <> 'canceled'\ngroup by 1\norder by 1;",
    }),
    handover: { to: 'data_analyst', request: 'Here is the result; what stands out?' },
    ask: () => 'Which database is it, and what are the columns called?',
  },
  {
    about: /javascript|script|function|code|python|bug|error|api|json|regex|link|utm/i,
    title: 'A small function',
    point: (s) =>
      `This adds campaign names to a link, so that you can see which post brought ${s.customers} to ${s.business}. It needs no library.`,
    steps: () => [
      '`new URL` checks the address and throws if it isn’t one. That’s the case that breaks.',
      '`searchParams.set` replaces a name that is already there, so nothing doubles.',
      'Test it in the console of your browser (F12) before you use it.',
    ],
    table: () => ({
      head: ['Input', 'Source', 'Result ends with'],
      rows: [
        ['https://example.com', 'mail', '?utm_source=mail'],
        ['https://example.com/?a=1', 'post', '&utm_source=post'],
        ['example', 'post', 'an error'],
      ],
    }),
    snippet: (s) => ({
      language: 'js',
      code: `function tagLink(address, source) {\n  const url = new URL(address);\n  url.searchParams.set('utm_source', source);\n  return url.href;\n}\n\nconsole.log(tagLink(${JSON.stringify(s.website ? `https://${s.website.replace(/^https?:\/\//, '')}` : 'https://example.com')}, 'newsletter'));`,
    }),
    handover: { to: 'opsie', request: 'Where in our routine should these links be made?' },
    ask: () => 'Can you paste the code you have, without any keys or passwords?',
  },
];
