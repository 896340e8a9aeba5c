import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { printTemplateFiles } from '#contract/templates/template-files.ts';
import { OWN_TEMPLATES_MAX } from '#contract/templates/template-inputs.ts';
import { purge } from '#tests/support/jobs.ts';
import { aPerson } from '#tests/support/people.ts';
import { refusal } from '#tests/support/refusal.ts';
import { anOwnTemplate, aTemplate, textBlank } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

let app: TestApp;
let maya: Awaited<ReturnType<typeof aPerson>>;
beforeEach(async () => {
  app = await createTestApp({ templates: [aTemplate(), aTemplate({ id: 'premium', isPremium: true })] });
  maya = await aPerson(app);
});
const api = () => maya.api.powerUps.templates;
const create = (more: Parameters<typeof anOwnTemplate>[0] = {}, id: string = randomUUID()) =>
  api().create.mutate({ id, template: anOwnTemplate(more) });
const ownTitles = async () =>
  (await api().list.query()).templates.filter(({ isOwn }) => isOwn).map(({ title }) => title);
/** A file of so many templates, each on a line. */
const fileOf = (count: number, change: (line: string, index: number) => string = (line) => line) => {
  const lines = Array.from({ length: count }, (_, index) =>
    change(JSON.stringify({ template: anOwnTemplate({ title: `Number ${index}` }), folder: 'Mine' }), index),
  );
  return `{\n"tenfold": "templates",\n"version": 1,\n"templates": [\n${lines.join(',\n')}\n]\n}`;
};
/** Leaves room for so many. */
async function leaveRoomFor(count: number) {
  const text = fileOf(OWN_TEMPLATES_MAX - count);
  await api().importFile.mutate({ id: randomUUID(), text });
}
const counted = async () => {
  const { own_templates: counter } = await app.db
    .selectFrom('profiles')
    .select('own_templates')
    .where('user_id', '=', maya.userId)
    .executeTakeFirstOrThrow();
  const rows = await app.db.selectFrom('own_templates').select('id').where('deleted_at', 'is', null).execute();
  return { counter, rows: rows.length };
};

describe('one’s own template', () => {
  test('is saved once, and belongs to the teammate of its category', async () => {
    const id = randomUUID();
    const saved = await create({}, id);
    expect(await create({ title: 'Another' }, id)).toEqual(saved);
    expect(saved).toMatchObject({
      id,
      title: 'Thank you',
      isOwn: true,
      isPremium: false,
      assistantId: 'emmie',
      folder: null,
      version: 1,
      example: { business: '', values: { name: 'An example' } },
    });
    expect(await ownTitles()).toEqual(['Thank you']);
    expect(await counted()).toEqual({ counter: 1, rows: 1 });
  });

  test('is changed only in the version that was edited, and sending an edit twice is one edit', async () => {
    const { id } = await create();
    const edit = { templateId: id, version: 1, template: anOwnTemplate({ title: 'Edited' }), folder: 'Clients' };
    expect(await api().update.mutate(edit)).toMatchObject({ title: 'Edited', folder: 'Clients', version: 2 });
    expect(await api().update.mutate(edit)).toMatchObject({ version: 2 });
    const other = { ...edit, template: anOwnTemplate({ title: 'From another tab' }) };
    expect(await refusal(api().update.mutate(other))).toBe('TEMPLATE_CHANGED');
    expect(await api().update.mutate({ ...other, version: 2 })).toMatchObject({ version: 3 });
  });

  test.each([
    ['a blank that the text doesn’t have', { body: 'Thanks.' }, 'The blank “name” isn’t used in the text.'],
    ['a name without a blank', { body: '{{name}} {{other}}' }, 'there is no blank with that name'],
    ['thirty-one blanks', { blanks: Array.from({ length: 31 }, (_, at) => textBlank(`b${at}`)) }, 'at most 30 blanks'],
    [
      'a text that is too long',
      { body: `{{name}}${'x'.repeat(10_000)}` },
      'Please keep the text to 10,000 characters.',
    ],
  ])('with %s is refused with a sentence', async (_, more, sentence) => {
    await expect(create(more)).rejects.toThrow(sentence);
    expect(await counted()).toEqual({ counter: 0, rows: 0 });
  });

  test('with blanks that are too long together is refused', async () => {
    const example = 'é'.repeat(1_000);
    const blanks = Array.from({ length: 20 }, (_, at) => textBlank(`b${at}`, { example, maxLength: 2_000 }));
    const body = blanks.map(({ name }) => `{{${name}}}`).join(' ');
    await expect(create({ blanks, body })).rejects.toThrow('The blanks are too long together.');
  });

  test('takes as long to read as its text, in the list, too', async () => {
    await create({ body: `${'word '.repeat(220)}{{name}}` });
    expect((await api().list.query()).templates.find(({ isOwn }) => isOwn)).toMatchObject({ readingMinutes: 2 });
  });

  test('isn’t taken for added if it was deleted since', async () => {
    const id = randomUUID();
    await create({}, id);
    await api().remove.mutate({ templateId: id });
    await expect(create({}, id)).rejects.toThrow('has been deleted since');
    const [file, importId] = [fileOf(3), randomUUID()];
    await api().importFile.mutate({ id: importId, text: file });
    const [first] = (await api().list.query()).templates;
    await api().remove.mutate({ templateId: first?.id ?? '' });
    await expect(api().importFile.mutate({ id: importId, text: file })).rejects.toThrow('has been deleted since');
  });

  test('isn’t asked of the database by something that is no id', async () => {
    const values = { id: randomUUID(), templateId: 'a'.repeat(36), values: {} };
    expect(await refusal(api().use.mutate(values))).toBe('NOT_FOUND');
  });

  test('keeps markup and scripts as text', async () => {
    const body = '<script>alert(1)</script> **{{name}}** {{{name}}} {{ name }} {%if%}';
    const { id } = await create({ body });
    const used = await api().use.mutate({ id: randomUUID(), templateId: id, values: { name: '{{name}}<b>' } });
    expect(used.body).toBe('<script>alert(1)</script> **{{name}}<b>** {{{name}}<b>} {{ name }} {%if%}');
  });

  test('is a copy of another, ours included', async () => {
    const copy = await api().duplicate.mutate({ id: randomUUID(), templateId: 'greeting' });
    expect(copy).toMatchObject({ title: 'Greeting (copy)', isOwn: true, isPremium: false, text: { subject: 'Hello' } });
    const again = await api().duplicate.mutate({ id: randomUUID(), templateId: copy.id });
    expect(again.title).toBe('Greeting (copy) (copy)');
    const long = await create({ title: 'x'.repeat(80) });
    expect((await api().duplicate.mutate({ id: randomUUID(), templateId: long.id })).title).toHaveLength(80);
  });

  test('is no copy of a premium one below Pro', async () => {
    const copy = (person: typeof maya) =>
      refusal(person.api.powerUps.templates.duplicate.mutate({ id: randomUUID(), templateId: 'premium' }));
    expect(await copy(await aPerson(app, { plan: 'starter' }))).toBe('FEATURE_LOCKED');
    expect(await copy(await aPerson(app, { plan: 'pro' }))).toBe('accepted');
  });

  test('that was removed comes back for an hour, and is then gone with what was done with it', async () => {
    const { id } = await create();
    await api().use.mutate({ id: randomUUID(), templateId: id, values: { name: 'Ana' } });
    await api().remove.mutate({ templateId: id });
    expect(await refusal(api().get.query({ templateId: id }))).toBe('NOT_FOUND');
    expect(await refusal(api().remove.mutate({ templateId: id }))).toBe('NOT_FOUND');
    expect(await counted()).toEqual({ counter: 0, rows: 0 });
    await api().restore.mutate({ templateId: id });
    await api().restore.mutate({ templateId: id });
    expect((await api().get.query({ templateId: id })).template).toMatchObject({ usedByMe: 1 });
    expect(await counted()).toEqual({ counter: 1, rows: 1 });
    await api().remove.mutate({ templateId: id });
    app.clock.advance(60 * 60_000);
    await purge(app);
    expect(await refusal(api().restore.mutate({ templateId: id }))).toBe('NOT_FOUND');
    expect(await app.db.selectFrom('template_activity').select('template_id').execute()).toEqual([]);
  });
});

test('all removed templates are deleted for good in one run', async () => {
  for (let times = 0; times < 6; times += 1) {
    await api().importFile.mutate({ id: randomUUID(), text: fileOf(100) });
    await app.db
      .updateTable('own_templates')
      .set({ deleted_at: await app.clock.now() })
      .execute();
    await app.db.updateTable('profiles').set({ own_templates: 0 }).execute();
  }
  app.clock.advance(60 * 60_000);
  await purge(app);
  expect(await app.db.selectFrom('own_templates').select('id').execute()).toEqual([]);
});

describe('TEMPLATE-14: two hundred', () => {
  test('are never exceeded by parallel calls', async () => {
    await leaveRoomFor(7);
    const results = await Promise.all(Array.from({ length: 20 }, () => refusal(create())));
    expect(results.filter((result) => result === 'accepted')).toHaveLength(7);
    expect(results.filter((result) => result === 'TOO_MANY_TEMPLATES')).toHaveLength(13);
    expect(await counted()).toEqual({ counter: OWN_TEMPLATES_MAX, rows: OWN_TEMPLATES_MAX });
  });

  test('leave no room for one that was removed before, however often it is restored', async () => {
    await leaveRoomFor(1);
    const { id } = await create();
    await api().remove.mutate({ templateId: id });
    await create();
    const restore = () => refusal(api().restore.mutate({ templateId: id }));
    expect(await restore()).toBe('TOO_MANY_TEMPLATES');
    const imported = (await api().list.query()).templates.find(({ title }) => title === 'Number 7');
    await api().remove.mutate({ templateId: imported?.id ?? '' });
    expect((await Promise.all([restore(), restore(), restore()])).every((result) => result === 'accepted')).toBe(true);
    expect(await counted()).toEqual({ counter: OWN_TEMPLATES_MAX, rows: OWN_TEMPLATES_MAX });
  });
});
describe('a file of templates', () => {
  const importText = (text: string, id: string = randomUUID()) => api().importFile.mutate({ id, text });

  test('that was exported is imported whole, once', async () => {
    await create();
    await create({ title: 'Apology' });
    const file = JSON.stringify(await api().exportFile.query(), null, 2);
    const tomas = await aPerson(app);
    const id = randomUUID();
    for (let times = 0; times < 2; times += 1)
      expect(await tomas.api.powerUps.templates.importFile.mutate({ id, text: file })).toEqual({
        imported: 2,
        known: 0,
      });
    expect(await tomas.api.powerUps.templates.exportFile.query()).toMatchObject(JSON.parse(file) as object); // reason: it was just written
  });

  test('is several if it would be too long to import, and nothing is lost', async () => {
    const body = `{{name}}${'«'.repeat(9_990)}`;
    for (let index = 0; index < 12; index += 1) await create({ title: `Long ${index}`, body });
    const exported = await api().exportFile.query();
    const files = printTemplateFiles(exported);
    expect(files.length).toBeGreaterThan(1);
    const tomas = await aPerson(app);
    // The list shows the newest first.
    for (const text of files.toReversed())
      await tomas.api.powerUps.templates.importFile
        .mutate({ id: randomUUID(), text })
        .then(() => app.clock.advance(1_000));
    expect(await tomas.api.powerUps.templates.exportFile.query()).toEqual(exported);
  });

  test.each([
    ['U+0000 in a text', fileOf(3, (line, at) => (at === 1 ? line.replace('Thank you, ', 'a\\u0000') : line)), 6],
    [
      'half a character in a name',
      fileOf(3, (line, at) => (at === 2 ? line.replace('"label"', '"\\ud800"') : line)),
      7,
    ],
  ])('with %s is refused whole, and names its line', async (_, text, line) => {
    await expect(importText(text)).rejects.toThrow(`Line ${line}: This has characters that can’t be saved.`);
    expect(await ownTitles()).toEqual([]);
  });

  test.each([
    ['a line that isn’t JSON', fileOf(3, (line, index) => (index === 1 ? `${line}}` : line)), /^Line 6: This isn’t/],
    ['a title that is missing', fileOf(3, (line, at) => line.replace('Number 2', at === 2 ? '' : 'Ok')), /^Line 7: /],
    [
      'a template that contradicts itself',
      fileOf(3, (l, at) => (at === 0 ? l.replace('{{name}}', '') : l)),
      /^Line 5: /,
    ],
    [
      'a field that isn’t what it should be',
      fileOf(3, (line, at) => (at === 1 ? line.replace('"maxLength":100', '"maxLength":"x"') : line)),
      /^Line 6: “maxLength” is missing, or isn’t what a template has there\.$/,
    ],
  ])('with %s is refused whole, and names the line', async (_, text, line) => {
    await expect(importText(text)).rejects.toThrow(line);
    expect(await ownTitles()).toEqual([]);
  });

  test.each([
    ['another program', '{"a": 1}', 'This isn’t a file of templates.'],
    ['another program, a list', '[{"title": "Thanks"}]', 'This isn’t a file of templates.'],
    ['nobody', 'null', 'This isn’t a file of templates.'],
    ['a broken export', '{"tenfold": "templates", "version": 1}', 'This isn’t a file of templates.'],
    ['a newer version', '{"tenfold": "templates", "version": 2, "templates": [1]}', 'from a newer version of Tenfold'],
    ['someone without templates', fileOf(0), 'There are no templates in this file.'],
    [
      'someone with too many',
      JSON.stringify({ tenfold: 'templates', version: 1, templates: Array.from({ length: 1_201 }, () => 1) }),
      'This file has 1,201 templates. An account can have 200.',
    ],
    [
      'someone with deep thoughts',
      `{"tenfold":"templates","version":1,"templates":[${'['.repeat(9_000)}${']'.repeat(9_000)}]}`,
      'This file nests too deeply to be one of templates.',
    ],
  ])('from %s is refused with a sentence that says why, and no line', async (_, text, sentence) => {
    await expect(importText(text)).rejects.toThrow(sentence);
    await expect(importText(text)).rejects.not.toThrow('Line');
    expect(await ownTitles()).toEqual([]);
  });

  test('may begin with a byte order mark', async () => {
    expect(await importText(`\uFEFF${fileOf(2)}`)).toEqual({ imported: 2, known: 0 });
  });

  test('that is imported twice makes no doubles, wherever the first ones were moved', async () => {
    expect(await importText(fileOf(2))).toEqual({ imported: 2, known: 0 });
    await app.db.updateTable('own_templates').set({ folder: 'Old' }).execute();
    expect(await importText(fileOf(3))).toEqual({ imported: 1, known: 2 });
    expect(await importText(fileOf(3))).toEqual({ imported: 0, known: 3 });
    expect((await ownTitles()).toSorted()).toEqual(['Number 0', 'Number 1', 'Number 2']);
    const { templates } = await api().list.query();
    await api().remove.mutate({ templateId: templates.find(({ title }) => title === 'Number 1')?.id ?? '' });
    expect(await importText(fileOf(3)), 'a deleted one is added again').toEqual({ imported: 1, known: 2 });
  });

  test('for which there isn’t room is refused whole', async () => {
    await leaveRoomFor(2);
    const otherFile = (count: number) => fileOf(count, (line) => line.replace('Number', 'Other'));
    expect(await refusal(importText(otherFile(3)))).toBe('TOO_MANY_TEMPLATES');
    expect(await importText(otherFile(2))).toEqual({ imported: 2, known: 0 });
  });
});
