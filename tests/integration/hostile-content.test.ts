import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { quoted } from '#contract/automations/sentence-pieces.ts';
import { mentionsOffer } from '#contract/chat/visitor-limits.ts';
import { citedMarks } from '#contract/brain/citations.ts';
import { plainWords } from '#contract/chat/plain-words.ts';
import { ownTemplateSchema } from '#contract/templates/templates.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import type { Blank } from '#contract/templates/blanks.ts';
import { fillValues } from '#contract/automations/values.ts';
import { profileSchema } from '#contract/account/profile.ts';
import { approvalEmail } from '#server/content/emails/approval-email.ts';
import { conversationFileName } from '#server/content/export/conversation-page.ts';
import {
  createNumberFormat,
  readNumberFormats,
  writeOutNumbers,
} from '#server/gateways/documents/office/number-formats.ts';
import { cleanText, decodeText } from '#server/gateways/documents/text/decode-text.ts';
import { readCsv } from '#server/gateways/documents/text/read-csv.ts';
import { readMarkdown } from '#server/gateways/documents/text/read-plain-text.ts';
import { decodePage } from '#server/gateways/web/reading/decode-text.ts';
import { readHtml } from '#server/gateways/web/html/read-html.ts';
import { pageAddressProblem } from '#contract/brain/page-address.ts';
import { cleanPageAddress, pageKey, parsePageAddress } from '#server/lib/text/page-address.ts';
import { withoutCookieNotices } from '#server/gateways/web/html/cookie-notices.ts';
import { isMissingPage } from '#server/gateways/web/html/missing-page.ts';
import { hostOf } from '#server/gateways/web/page-address.ts';
import { mayRead, parseRobots } from '#server/gateways/web/robots.ts';
import { pageOfSite } from '#server/gateways/web/site/site-addresses.ts';
import { parseSitemap } from '#server/gateways/web/site/sitemap.ts';
import { normalizeEmail } from '#server/lib/email/email-address.ts';
import { cleanUserAgent } from '#server/lib/request/client.ts';
import { deviceName } from '#server/lib/request/device-name.ts';
import { asFileName } from '#server/lib/text/file-name.ts';
import { holdsSecret } from '#server/lib/text/holds-secret.ts';
import { plainText } from '#server/lib/text/plain-text.ts';
import { withoutQuotes } from '#server/prompts/quoted-texts.ts';
import { readHookBody } from '#server/modules/automations/hooks/hook-values.ts';
import { holds } from '#server/modules/automations/steps/holds.ts';
import { maskValues } from '#server/modules/automations/runs/mask-secrets.ts';
import { plainValue } from '#server/modules/automations/steps/plain-values.ts';
import { leftToLearn, readBrainCommand } from '#server/modules/brain/commands/brain-command.ts';
import { splitIntoPassages } from '#server/modules/brain/sources/split-into-passages.ts';
import { openQuestion } from '#server/modules/insights/open-question.ts';
import { readStructured } from '#server/modules/model-tasks/structured-answer.ts';
import { placeBlanks } from '#server/modules/templates/place-blanks.ts';
import { findExpensive, hostileTexts } from './hostile-texts.ts';

/** The maximum size of a robots.txt, a webhook call or an answer. */
const LENGTH = 64_000;
const HARMLESS = 'x'.repeat(LENGTH);

const filled = (piece: string) => piece.repeat(Math.floor(LENGTH / Buffer.byteLength(piece)));
const HOSTILE = {
  ...hostileTexts(LENGTH),
  tabs: `${filled('\t')}x`,
  'tabs before lines of another kind': `allow:${filled('\t').slice(20)}\u2028x\u2028y`,
  'slashes alone': `${filled('/')}x`,
  'digits alone': `${filled('9')}x`,
  commas: `0${filled(',')}x`,
  'underscores and dashes': `${filled('_-')}x`,
  'starts of tokens': filled('eyJ-'),
  'starts of keys': filled('sk-'),
  'words for passwords': filled('pw '),
  'links that never end': filled('[a](b'),
  'links without addresses': filled('[a'),
  pictures: filled('![a]('),
  'bold that never ends': filled('**a '),
  'underlined that never ends': filled('__a '),
  'struck out that never ends': filled('~~a '),
  'ticks of every length': Array.from({ length: 350 }, (_, index) => '`'.repeat(index + 1)).join(' '),
  'number signs': `# a${filled(' #')}x`,
  quotes: filled('"a'),
  tags: filled('<a '),
  'tags of a sheet': filled('<c><numFmt <xf <cellXfs '),
  'values and blanks': filled('{{a.'),
  'marks in two orders': `a${filled('\u0301\u0316')}`,
  citations: filled('[f1,'),
  'short words': filled('a '),
  'empty lines': filled('\n \n'),
};

const SITE = new URL('https://shop.example/');
const PAGE = SITE.href;
const BLANK: Blank = { name: 'a', label: 'A', hint: '', isRequired: true, kind: 'text', example: 'x', maxLength: 100 };
const PROFILE = { fullName: '', businessName: '', website: '' };
const readParts = (text: string) => {
  try {
    return readStructured(
      `{${JSON.stringify(text)}: ${JSON.stringify(text)}}${text}`,
      z.record(z.string(), z.string()),
    );
  } catch (error) {
    return error;
  }
};
const html = (name: string, attribute: string) => (text: string) =>
  readHtml(`<body><${name} ${attribute}="${text.replaceAll('"', '&quot;')}">x</${name}>`, PAGE);

const READERS: Record<string, Record<string, (text: string) => unknown>> = {
  'of a website': {
    'its robots.txt': (text) => mayRead(parseRobots(text, 'tenfold').rules, PAGE),
    'a rule of its robots.txt': (text) =>
      mayRead(parseRobots(`User-agent: *\nDisallow: ${text}`, 'tenfold').rules, PAGE),
    'its sitemap': (text) => parseSitemap(`<urlset>${text}`),
    'an address in its sitemap': (text) => parseSitemap(`<urlset><loc>${text}</loc>`),
    'the address of a page': (text) => pageOfSite(`/${text}`, SITE),
    'what tells a page from another': (text) => pageKey(new URL(`${PAGE}${text}`)),
    'a host': (text) => hostOf(URL.parse(`https://${text}/`) ?? SITE),
    'an address that someone typed': parsePageAddress,
    'what is wrong with an address': pageAddressProblem,
    'the address that is kept': cleanPageAddress,
    'what says that it isn’t there': (text) => isMissingPage(text, [{ path: [text], text }]),
    'the sentences of its cookie banner': (text) => withoutCookieNotices('', [{ path: [], text: `cookies ${text}` }]),
    'where it forwards to': html('meta http-equiv="refresh"', 'content'),
    'its words': (text) => readHtml(`<body><p>${text.replaceAll('<', '&lt;')}`, PAGE),
    'a link': html('a', 'href'),
    'its canonical address': html('link rel="canonical"', 'href'),
    'a class': html('p', 'class'),
    'a style': html('p', 'style'),
    'its structured data': (text) =>
      readHtml(
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'Store', name: text, telephone: text })}</script>`,
        PAGE,
      ),
    'the bytes of a page': (text) => decodePage(Buffer.from(`<meta ${text}`), null, true),
  },
  'of a document': {
    'its text': (text) => cleanText(decodeText(Buffer.from(text)) ?? ''),
    'its rows': (text) => readCsv(text, 'x'),
    'its Markdown': (text) => readMarkdown(text, 'x'),
    'its passages': (text) => splitIntoPassages([{ path: [], place: {}, text }]),
    'its rows as passages': (text) => splitIntoPassages([1, 2].map((row) => ({ path: [], place: { row }, text }))),
    'the format of a number': createNumberFormat,
    'the styles of a workbook': readNumberFormats,
    'the cells of a sheet': (text) => writeOutNumbers(`${text}</c>`, [], () => undefined),
  },
  'of a call': {
    'its body': (text) => readHookBody({ body: Buffer.from(text), charset: null, contentType: null }),
    'the name of a field': (text) =>
      readHookBody({ body: Buffer.from(JSON.stringify({ [text]: text })), charset: null, contentType: null }),
    'the name of a browser': (text) => deviceName(cleanUserAgent(text)),
  },
  'of a run': {
    'a value that is shown': (text) => maskValues({ answer: text, list: [text] }),
    'a value that is compared': (text) => holds('more_than', text, '5', { kind: undefined, timeZone: 'UTC' }),
    'a value that is checked for': (text) => holds('is', text, `${text}.`, { kind: undefined, timeZone: 'UTC' }),
    'a value that is filled in': (text) => fillValues(text, () => text.slice(0, 10)),
    'an answer as text': plainText,
    'an answer as a card': plainWords,
    'the citations of an answer': citedMarks,
    'the question of an answer': openQuestion,
    'the parts of an answer': (text) => readParts(text),
    'a value that a step returns': plainValue,
    'a text in a sentence': (text) => quoted(text, []),
    'a quote of an answer': (text) => withoutQuotes(text, [text.slice(0, 300)]),
  },
  'of a template': {
    'its text': (text) => renderTemplate({ text: { subject: text, body: text }, blanks: [BLANK] }, { a: 'x' }),
    'the value of a blank': (text) =>
      renderTemplate({ text: { subject: null, body: '{{a}}' }, blanks: [BLANK] }, { a: text }),
    'a template that is saved': (text) =>
      ownTemplateSchema.safeParse({ title: text, text: { subject: text, body: text } }),
    'the words that become a blank': (text) =>
      placeBlanks(text, [{ quote: text.slice(0, 200), label: text.slice(0, 60), hint: '', kind: 'text' }], PROFILE),
  },
  'of a person': {
    'a message': (text) => [readBrainCommand(text), leftToLearn(text, false), holdsSecret(text)],
    'a profile': (text) => profileSchema.safeParse({ fullName: text, website: text }),
    'an email address': normalizeEmail,
    'a visitor of the site': mentionsOffer,
    'the name of a file': asFileName,
    'the title of a conversation': (text) =>
      conversationFileName({ title: text, assistantName: 'Brain AI', createdAt: new Date(0) }, 'UTC'),
    'a name in an email': (text) =>
      approvalEmail('nora@example.com', {
        title: text,
        body: text,
        automationName: text,
        deadline: new Date(0),
        timeZone: 'UTC',
        ifLate: 'skip',
        isAgain: false,
        then: '',
        url: PAGE,
        publicUrl: PAGE,
      }),
  },
};

describe.each(Object.entries(READERS))(
  '64 kB of hostile text %s costs no more than as much harmless text',
  (_, readers) => {
    test.each(Object.entries(readers))('in %s', async (_name, read) => {
      expect(await findExpensive(read, HOSTILE, HARMLESS)).toEqual([]);
    });
  },
);
