import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { appRouter } from '#server/trpc/root.ts';
import { addTotp, withPasswordOnly } from '#tests/support/factors.ts';
import { aPerson, deleteDuringNextCall } from '#tests/support/people.ts';
import { aDefinition, anApproval, anAutomation } from '#tests/support/automations/automations.ts';
import { anOwnTemplate } from '#tests/support/templates.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

type Definition = { _def: { type: 'query' | 'mutation' | 'subscription' } };
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, Definition>); // reason: tRPC types the record by name only

/** Open to everyone, each with its reason. Every other procedure requires a session. */
const OPEN: Record<string, string> = {
  'auth.session': 'tells a visitor that nobody is signed in',
  'auth.signUp': 'a visitor becomes a person',
  'auth.signIn': 'a visitor authenticates',
  'auth.confirmEmail': 'the link in the email is the credential',
  'auth.resendConfirmation': 'a visitor has lost the mail; every address gets the same answer',
  'auth.requestPasswordReset': 'a visitor has lost the password; every address gets the same answer',
  'auth.resetPassword': 'the link in the email is the credential',
  'account.confirmEmailChange': 'the link in the email is the credential, and may be opened on another device',
  'auth.oauth.start': 'a visitor is on the way to a sign-in service',
  'auth.passkeys.signInOptions': 'a visitor asks what to sign',
  'auth.passkeys.signIn': 'a visitor authenticates',
  'blog.list': 'the blog is public',
  'blog.article': 'the blog is public',
  'status.get': 'anybody may ask whether the product answers; it says nothing of any person',
  'billing.guestCheckout': 'a visitor buys by the trial e-mail dialog; every address gets the same answer',
  'billing.purchase': 'a guest comes back from the pay page; the id of the session is the credential',
  'newsletter.subscribe':
    'a visitor types an address; every address gets the same answer, and nothing comes unconfirmed',
  'contact.send': 'a visitor writes to us',
  'crashes.report': 'a screen of a visitor crashes',
  'visitor.ask': 'a visitor asks the chatbot of the public pages; it knows nothing of any person',
  'visitor.answer': 'the same in one piece, for scripts',
};

/** Open to people who have given their password and still owe their second factor. Every other protected procedure requires that factor. */
const PENDING: Record<string, string> = {
  'auth.refresh': 'the page of the second factor stays open for a while',
  'auth.signOut': 'a way out again',
  'auth.factors.list': 'shows which factors can be answered for',
  'auth.factors.challenge': 'asks for the code',
  'auth.factors.verify': 'gives the code',
  'auth.recoveryCodes.use': 'stands in for the code',
};

/** The shape of a browser's passkey response. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };
const signature = { clientDataJSON: 'e30', authenticatorData: 'AAAA', signature: 'AAAA' };

/** A valid input for each procedure, about things of the person who owns `ids`. */
type Ids = Record<
  | 'conversationId'
  | 'messageId'
  | 'factId'
  | 'conflictId'
  | 'sourceId'
  | 'templateId'
  | 'automationId'
  | 'runId'
  | 'approvalId'
  | 'factorId'
  | 'challengeId'
  | 'passkeyId'
  | 'sessionId',
  string
>;
const INPUTS: Record<string, (ids: Ids) => unknown> = {
  'auth.session': () => undefined,
  'auth.signUp': () => ({ email: 'somebody@example.com', password: 'forty warm bowls' }),
  'auth.signIn': () => ({ email: 'somebody@example.com', password: 'forty warm bowls' }),
  'auth.confirmEmail': () => ({ token: 'not-a-token' }),
  'auth.signOut': () => undefined,
  'auth.refresh': () => undefined,
  'auth.resendConfirmation': () => ({ email: 'somebody@example.com' }),
  'auth.requestPasswordReset': () => ({ email: 'somebody@example.com' }),
  'auth.resetPassword': () => ({ token: 'not-a-token', password: 'forty warm bowls' }),
  'auth.factors.list': () => undefined,
  'auth.factors.enroll': () => ({ factorType: 'phone', friendlyName: 'My phone', phone: '+46701234567' }),
  'auth.factors.challenge': ({ factorId }) => ({ factorId }),
  'auth.factors.verify': ({ factorId, challengeId }) => ({ factorId, challengeId, code: '123456' }),
  'auth.factors.rename': ({ factorId }) => ({ factorId, friendlyName: 'Mine' }),
  'auth.factors.remove': ({ factorId }) => ({ factorId }),
  'auth.recoveryCodes.status': () => undefined,
  'auth.recoveryCodes.renew': () => undefined,
  'auth.recoveryCodes.use': () => ({ code: '0000-0000' }),
  'auth.passkeys.list': () => undefined,
  'auth.passkeys.addOptions': () => undefined,
  'auth.passkeys.add': () => ({
    friendlyName: 'Laptop',
    response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'AAAA' } },
  }),
  'auth.passkeys.rename': ({ passkeyId }) => ({ id: passkeyId, friendlyName: 'Laptop' }),
  'auth.passkeys.remove': ({ passkeyId }) => ({ id: passkeyId }),
  'auth.passkeys.signInOptions': () => undefined,
  'auth.passkeys.signIn': () => ({ response: { ...credential, response: signature } }),
  'auth.reauthentication.ways': () => undefined,
  'auth.reauthentication.password': () => ({ password: 'forty warm bowls' }),
  'auth.reauthentication.sendEmailCode': () => undefined,
  'auth.reauthentication.emailCode': () => ({ code: '123456' }),
  'auth.reauthentication.factor': ({ factorId, challengeId }) => ({ factorId, challengeId, code: '123456' }),
  'auth.reauthentication.recoveryCode': () => ({ code: '0000-0000' }),
  'auth.reauthentication.passkeyOptions': () => undefined,
  'auth.reauthentication.passkey': () => ({ response: { ...credential, response: signature } }),
  'auth.oauth.start': () => ({ provider: 'google', redirect: '/dashboard' }),
  'auth.oauth.link': () => ({ provider: 'google' }),
  'auth.oauth.identities': () => undefined,
  'auth.oauth.unlink': () => ({ provider: 'google' }),
  'account.resendEmailChange': () => undefined,
  'account.get': () => undefined,
  'account.changeEmail': () => ({ email: 'somebody@example.com' }),
  'account.cancelEmailChange': () => undefined,
  'account.confirmEmailChange': () => ({ token: 'not-a-token' }),
  'account.setPassword': () => ({ password: 'forty warm bowls' }),
  'account.sessions': () => undefined,
  'account.endSession': ({ sessionId }) => ({ id: sessionId }),
  'account.endOtherSessions': () => undefined,
  'account.signOutEverywhere': () => undefined,
  'account.securityLog': () => undefined,
  'account.askDeletion': () => undefined,
  'account.cancelDeletion': () => undefined,
  'profile.get': () => undefined,
  'profile.completeOnboarding': () => ({ fullName: 'Maya', businessType: 'saas', businessGoals: ['sales'] }),
  'profile.update': () => ({ fullName: 'Maya', businessType: 'saas', businessGoals: ['sales'] }),
  'profile.updatePreferences': () => ({ language: 'sv', timeZone: 'Europe/Stockholm', emailsAboutSignIns: true }),
  'billing.subscription': () => undefined,
  'billing.refresh': () => undefined,
  'billing.previewRefund': () => undefined,
  'billing.terms': () => undefined,
  'billing.showOffer': () => undefined,
  'billing.checkout': () => ({ priceId: 'pro_monthly' }),
  'billing.guestCheckout': () => ({ priceId: 'pro_monthly', guestEmail: 'somebody@example.com' }),
  'billing.purchase': () => ({ sessionId: 'cs_test_somebodys' }),
  'billing.claimPurchase': () => undefined,
  'billing.checkoutTax': () => ({ priceId: 'pro_monthly' }),
  'billing.promoCode': () => ({ code: 'SAVE20' }),
  'billing.details': () => undefined,
  'billing.portal': () => undefined,
  'billing.changeCard': () => undefined,
  'billing.saveDetails': () => ({
    attempt: '3b0f3d0e-8f0a-4c52-9f6b-0d5a4f1b2c3d',
    company: 'Fern & Kiln',
    taxIdType: 'eu_vat',
    taxId: 'SE123456789001',
    address: { line1: 'Storgatan 1', line2: '', city: 'Malmö', state: '', postalCode: '211 34', country: 'SE' },
  }),
  'billing.nextInvoice': () => undefined,
  'billing.previewChange': () => ({ priceId: 'pro_annual' }),
  'billing.changePlan': () => ({ priceId: 'pro_annual', prorationAt: '2026-11-16T09:00:00Z' }),
  'billing.previewTrialEnd': () => undefined,
  'billing.previewEnd': () => undefined,
  'billing.cancel': () => undefined,
  'billing.undoCancel': () => undefined,
  'billing.invoices': () => undefined,
  'billing.requestRefund': () => undefined,
  'usage.overview': () => undefined,
  'usage.check': () => ({ usageType: 'messages' }),
  'usage.track': () => ({ usageType: 'messages' }),
  'usage.receipts': () => undefined,
  'usage.history': () => undefined,
  'usage.today': () => undefined,
  'usage.dismissNotice': () => ({ topic: 'usage_warning', subject: 'messages 2026-11' }),
  'brain.overview': () => undefined,
  'brain.list': () => ({ text: 'bowl' }),
  'brain.openConflicts': () => undefined,
  'brain.ofConversation': ({ conversationId }) => ({ conversationId }),
  'brain.offeredText': ({ messageId }) => ({ kind: 'message', id: messageId }),
  'brain.add': () => ({ id: randomUUID(), kind: 'product', statement: 'Bowls cost $42.' }),
  'brain.correct': ({ factId }) => ({ id: randomUUID(), factId, statement: 'Bowls cost $45.' }),
  'brain.confirm': ({ factId }) => ({ factId }),
  'brain.pin': ({ factId }) => ({ factId, isPinned: true }),
  'brain.forget': ({ factId }) => ({ factId }),
  'brain.undo': ({ factId }) => ({ factId }),
  'brain.bringBack': ({ factId }) => ({ factId }),
  'brain.erase': ({ factId }) => ({ factId }),
  'brain.resolve': ({ conflictId }) => ({ conflictId, right: 'all' }),
  'brain.sources.list': () => undefined,
  'brain.sources.get': ({ sourceId }) => ({ sourceId }),
  'brain.sources.addPage': () => ({ id: randomUUID(), address: 'shop.example', isSite: true }),
  'brain.sources.retry': ({ sourceId }) => ({ sourceId }),
  'brain.sources.remove': ({ sourceId }) => ({ sourceId }),
  'brain.sources.restore': ({ sourceId }) => ({ sourceId }),
  'brain.sources.setRefreshed': ({ sourceId }) => ({ sourceId, isRefreshed: true }),
  'brain.sources.useFirst': ({ sourceId }) => ({ sourceId }),
  'powerUps.templates.list': () => undefined,
  'powerUps.templates.get': ({ templateId }) => ({ templateId }),
  'powerUps.templates.use': ({ templateId }) => ({ id: randomUUID(), templateId, values: { name: 'Ana' } }),
  'powerUps.templates.rate': ({ templateId }) => ({ templateId, stars: 5 }),
  'powerUps.templates.setFavorite': ({ templateId }) => ({ templateId, isFavorite: true }),
  'powerUps.templates.create': () => ({ id: randomUUID(), template: anOwnTemplate() }),
  'powerUps.templates.update': ({ templateId }) => ({ templateId, version: 1, template: anOwnTemplate() }),
  'powerUps.templates.duplicate': ({ templateId }) => ({ id: randomUUID(), templateId }),
  'powerUps.templates.remove': ({ templateId }) => ({ templateId }),
  'powerUps.templates.restore': ({ templateId }) => ({ templateId }),
  'powerUps.templates.importFile': () => ({
    id: randomUUID(),
    text: JSON.stringify({ tenfold: 'templates', version: 1, templates: [{ template: anOwnTemplate() }] }),
  }),
  'powerUps.templates.suggestBlanks': ({ messageId }) => ({ messageId }),
  'powerUps.templates.exportFile': () => undefined,
  'powerUps.automations.overview': () => undefined,
  'powerUps.automations.get': ({ automationId }) => ({ automationId }),
  'powerUps.automations.create': () => ({ id: randomUUID(), name: 'Bowls', definition: aDefinition() }),
  'powerUps.automations.saveDraft': ({ automationId }) => ({
    automationId,
    revision: 1,
    name: 'Bowls',
    description: '',
    definition: aDefinition(),
  }),
  'powerUps.automations.publish': ({ automationId }) => ({ automationId }),
  'powerUps.automations.setOn': ({ automationId }) => ({ automationId, isOn: true }),
  'powerUps.automations.restoreVersion': ({ automationId }) => ({ automationId, version: 1 }),
  'powerUps.automations.duplicate': ({ automationId }) => ({ id: randomUUID(), automationId }),
  'powerUps.automations.remove': ({ automationId }) => ({ automationId }),
  'powerUps.automations.restore': ({ automationId }) => ({ automationId }),
  'powerUps.automations.hideSamples': () => undefined,
  'powerUps.automations.pauseAll': () => ({ isPaused: true }),
  'powerUps.automations.chooseActive': ({ automationId }) => ({ automationIds: [automationId] }),
  'powerUps.automations.setMinutesSaved': ({ automationId }) => ({ automationId, minutes: 5 }),
  'powerUps.automations.analytics': ({ automationId }) => ({ automationId }),
  'powerUps.automations.nextRuns': () => ({ kind: 'manual', form: [] }),
  'powerUps.automations.newHook': ({ automationId }) => ({ automationId }),
  'powerUps.automations.runs': ({ automationId }) => ({ automationId }),
  'powerUps.automations.run': ({ runId }) => ({ runId }),
  'powerUps.automations.startRun': ({ automationId }) => ({ id: randomUUID(), automationId, form: {} }),
  'powerUps.automations.retryRun': ({ runId }) => ({ runId }),
  'powerUps.automations.cancelRun': ({ runId }) => ({ runId }),
  'powerUps.automations.settleUnknown': ({ runId }) => ({ runId, outcome: 'repeat' }),
  'powerUps.automations.tryStep': ({ automationId }) => ({
    automationId,
    stepId: 's1',
    definition: aDefinition({ steps: [{ kind: 'search', id: 's1', query: 'bowls' }] }),
  }),
  'powerUps.automations.describe': ({ automationId }) => ({ automationId, text: 'Every day at 8, tell me' }),
  'powerUps.automations.startRehearsal': ({ automationId }) => ({ id: randomUUID(), automationId }),
  'powerUps.automations.rehearsal': ({ automationId }) => ({ automationId }),
  'powerUps.automations.approvals': () => undefined,
  'powerUps.automations.waitingApprovals': () => undefined,
  'powerUps.automations.answerApproval': ({ approvalId }) => ({ approvalId, answer: 'approve', text: 'Mine' }),
  'powerUps.automations.takeBackApproval': ({ approvalId }) => ({ approvalId }),
  'powerUps.automations.setApprovalEmails': () => ({ isOn: false }),
  'powerUps.automations.addRecipient': () => ({ email: 'nina@printshop.example' }),
  'powerUps.automations.removeRecipient': () => ({ email: 'nina@printshop.example' }),
  'brain.setLearning': () => ({ learnsFromChats: false }),
  'chat.conversations': () => ({ assistantId: 'brain_ai' }),
  'chat.search': () => ({ text: 'bowls' }),
  'chat.unread': () => undefined,
  'chat.markSeen': ({ conversationId }) => ({ conversationId }),
  'chat.renameConversation': ({ conversationId }) => ({ conversationId, title: 'Bowls' }),
  'chat.setPrivate': ({ conversationId }) => ({ conversationId, isPrivate: true }),
  'chat.showVersion': ({ messageId }) => ({ messageId }),
  'chat.recent': () => undefined,
  'chat.messages': ({ conversationId, messageId }) => ({ conversationId, place: { side: 'around', messageId } }),
  'chat.send': ({ conversationId }) => ({ id: randomUUID(), assistantId: 'brain_ai', conversationId, text: 'Hello' }),
  'chat.resume': ({ messageId }) => ({ id: randomUUID(), messageId, mode: 'retry' }),
  'insights.today': () => undefined,
  'live.follow': ({ messageId }) => ({ answers: [{ messageId, attempt: 0, offset: 0 }] }),
  'notifications.list': () => undefined,
  'notifications.unreadCount': () => undefined,
  'notifications.markRead': () => ({ ids: ['usage_warning:messages 2026-11'] }),
  'notifications.mute': () => ({ kind: 'answers', isMuted: true }),
  'notifications.preferences': () => undefined,
  'notifications.setPreference': () => ({ kind: 'plan', emails: 'daily' }),
  'notifications.push.devices': () => undefined,
  'notifications.push.subscribe': () => ({
    endpoint: 'https://fcm.googleapis.com/fcm/send/somebodys',
    keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) },
  }),
  'notifications.push.unsubscribe': ({ sessionId }) => ({ id: sessionId }),
  'chat.stop': ({ messageId }) => ({ messageId }),
  'chat.exportConversation': ({ conversationId }) => ({ id: randomUUID(), conversationId }),
  'chat.deleteConversation': ({ conversationId }) => ({ conversationId }),
  'chat.restoreConversation': ({ conversationId }) => ({ conversationId }),
  'blog.list': () => undefined,
  'blog.article': () => ({ slug: 'ranking-locally' }),
  'status.get': () => undefined,
  'newsletter.subscribe': () => ({ email: 'somebody@example.com' }),
  'contact.send': () => ({ email: 'somebody@example.com', topic: 'question', message: 'Do you deliver to Malmö?' }),
  'crashes.report': () => ({ path: '/blog', name: 'TypeError', place: '' }),
  'visitor.ask': () => ({ message: 'What does it cost?' }),
  'visitor.answer': () => ({ message: 'What does it cost?' }),
  'chat.feedback': ({ messageId }) => ({ messageId, rating: 'up' }),
};
const somebody: Ids = {
  conversationId: randomUUID(),
  messageId: randomUUID(),
  factId: randomUUID(),
  conflictId: randomUUID(),
  sourceId: randomUUID(),
  templateId: randomUUID(),
  automationId: randomUUID(),
  runId: randomUUID(),
  approvalId: randomUUID(),
  factorId: randomUUID(),
  challengeId: randomUUID(),
  passkeyId: 'AAAA',
  sessionId: randomUUID(),
};

/** Ids in an input that are nobody's row: the caller makes them, or they are the same for everyone. */
const NOT_OWNED: Record<string, string> = {
  'brain.add id': 'the caller makes it, so that a fact sent twice is one fact',
  'brain.correct id': 'the caller makes it, so that a correction sent twice is one fact',
  'brain.sources.addPage id': 'the caller makes it, so that a page sent twice is one page',
  'powerUps.templates.use id': 'the caller makes it, so that a use sent twice counts once',
  'powerUps.templates.create id': 'the caller makes it, so that a template sent twice is one template',
  'powerUps.templates.duplicate id': 'the caller makes it, so that a copy sent twice is one copy',
  'powerUps.templates.importFile id': 'the caller makes it, so that a file sent twice is imported once',
  'powerUps.automations.create id': 'the caller makes it, so that an automation sent twice is one automation',
  'powerUps.automations.startRun id': 'the caller makes it, so that a run started twice is one run',
  'powerUps.automations.tryStep stepId': 'a step of the definition that comes with it',
  'powerUps.automations.startRehearsal id': 'the caller makes it, so that a rehearsal asked for twice is one rehearsal',
  'powerUps.automations.duplicate id': 'the caller makes it, so that a copy sent twice is one copy',
  'chat.send id': 'the caller makes it, so that a message sent twice is one message',
  'chat.send assistantId': 'assistants belong to everyone',
  'chat.resume id': 'the caller makes it, so that a click sent twice is one attempt',
  'chat.exportConversation id': 'the caller makes it, so that an export sent twice counts once',
  'chat.conversations assistantId': 'assistants belong to everyone',
  'billing.checkoutTax priceId': 'prices belong to everyone',
  'billing.checkout priceId': 'prices belong to everyone',
  'billing.guestCheckout priceId': 'prices belong to everyone',
  'billing.previewChange priceId': 'prices belong to everyone',
  'billing.saveDetails taxId': 'a company’s number, typed in by the caller',
  'billing.changePlan priceId': 'prices belong to everyone',
  'billing.purchase sessionId': 'the id is the credential of a guest who comes back from the payment page',
};

/** The names of the ids of a person's rows that a procedure's input here is made of. */
function ownedIds(path: string): string[] {
  const read: string[] = [];
  const watched = new Proxy(somebody, {
    get: (ids, name: keyof Ids) => {
      read.push(name);
      return ids[name];
    },
  });
  INPUTS[path]?.(watched);
  return read;
}

/** Procedures whose input may say nothing. */
const ALL_OPTIONAL: Record<string, string> = {
  'brain.list': 'without a filter, it lists everything',
  'powerUps.automations.runs': 'without an automation, it lists the runs of all',
};

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp();
});

async function call(
  path: string,
  type: Definition['_def']['type'],
  input: unknown,
  cookie?: string,
): Promise<{ status: number; body: string }> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    origin: 'http://localhost:3000',
    ...(cookie ? { cookie } : {}),
  };
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  const response =
    type === 'mutation'
      ? await app.app.request(`/trpc/${path}`, { method: 'POST', headers, body: JSON.stringify(input ?? {}) })
      : await app.app.request(`/trpc/${path}${query}`, { headers });
  return { status: response.status, body: await response.text() };
}

test('every procedure has a valid input here', () => {
  expect(Object.keys(INPUTS).toSorted()).toEqual(procedures.map(([path]) => path).toSorted());
});

describe('signed out', () => {
  test.each(procedures.filter(([path]) => !(path in OPEN)))('%s answers 401', async (path, { _def }) => {
    const answer = await call(path, _def.type, INPUTS[path]?.(somebody));
    expect(answer.body).toContain('UNAUTHENTICATED');
    if (_def.type !== 'subscription') expect(answer.status).toBe(401);
  });
});

describe('with the password only, where a second factor is owed', () => {
  test.each(procedures.filter(([path]) => !(path in OPEN) && !(path in PENDING)))(
    '%s asks for it first',
    async (path, { _def }) => {
      const maya = await aPerson(app);
      await addTotp(app, maya);
      const pending = await withPasswordOnly(app, maya);
      const answer = await call(path, _def.type, INPUTS[path]?.(somebody), pending.cookie());
      expect(answer.body).toContain('SECOND_FACTOR_NEEDED');
      if (_def.type !== 'subscription') expect(answer.status).toBe(403);
    },
  );
});

describe('with another person’s ids', () => {
  const owned = procedures.filter(([path]) => ownedIds(path).length > 0);

  test('every id in an input is tried with another person’s, or says here why nobody owns it', () => {
    const unexplained = procedures.flatMap(([path]) => {
      const input = Object.entries(Object(INPUTS[path]?.(somebody)) as object); // reason: an input is an object or nothing
      const ids = input.filter(
        ([name, value]) => /^id$|Id$/.test(name) && !Object.values(somebody).includes(String(value)),
      );
      return ids.map(([name]) => `${path} ${name}`);
    });
    expect(unexplained.toSorted()).toEqual(Object.keys(NOT_OWNED).toSorted());
  });

  test.each(owned)('%s answers that it doesn’t exist', async (path, { _def }) => {
    const [maya, stranger] = [await aPerson(app), await aPerson(app)];
    const sent = await maya.api.chat.send.mutate({
      id: randomUUID(),
      assistantId: 'brain_ai',
      conversationId: null,
      text: 'Mine',
    });
    await app.container.services.runner.idle();
    const { id: factorId } = await maya.api.auth.factors.enroll.mutate({ factorType: 'totp', friendlyName: 'Mine' });
    const { id: challengeId } = await maya.api.auth.factors.challenge.mutate({ factorId });
    const passkeyId = 'bWF5YXM';
    await app.db
      .insertInto('passkeys')
      .values({
        user_id: maya.userId,
        credential_id: passkeyId,
        public_key: 'x',
        counter: 0,
        friendly_name: 'Mine',
        is_backed_up: false,
        created_at: await app.clock.now(),
      })
      .execute();
    const [session] = await maya.api.account.sessions.query();
    const sessionId = session?.id ?? '';
    expect(sessionId).not.toBe('');
    const [factId, conflictId] = [randomUUID(), randomUUID()];
    await maya.api.brain.add.mutate({ id: factId, kind: 'product', statement: 'Mine' });
    await app.db.updateTable('facts').set({ state: 'conflict', conflict_id: conflictId }).execute();
    const sourceId = randomUUID();
    await maya.api.brain.sources.addPage.mutate({ id: sourceId, address: 'mine.example', isSite: true });
    await app.container.jobs.idle();
    const templateId = randomUUID();
    await maya.api.powerUps.templates.create.mutate({ id: templateId, template: anOwnTemplate({ title: 'Mine' }) });
    const automationId = await anAutomation(maya, { name: 'Mine', isOn: true });
    const runId = randomUUID();
    await maya.api.powerUps.automations.startRun.mutate({ id: runId, automationId, form: {} });
    await app.container.jobs.idle();
    const approvalId = await anApproval(app, maya.userId, automationId);
    const ranBefore = await maya.api.powerUps.automations.run.query({ runId });
    const askedBefore = await maya.api.powerUps.automations.approvals.query();
    const setUpBefore = await maya.api.powerUps.automations.get.query({ automationId });
    const writtenBefore = await maya.api.powerUps.templates.exportFile.query();
    const readBefore = await maya.api.brain.sources.list.query();
    const knownBefore = await maya.api.brain.overview.query();
    const before = await maya.api.chat.messages.query({ conversationId: sent.conversation.id });
    const answer = await call(
      path,
      _def.type,
      INPUTS[path]?.({
        conversationId: sent.conversation.id,
        messageId: sent.answer.id,
        factId,
        conflictId,
        sourceId,
        templateId,
        automationId,
        runId,
        approvalId,
        factorId,
        challengeId,
        passkeyId,
        sessionId,
      }),
      stranger.cookie(),
    );
    expect(answer.body).toContain('NOT_FOUND');
    expect(answer.body).not.toContain('Mine');
    expect(await maya.api.chat.messages.query({ conversationId: sent.conversation.id })).toEqual(before);
    expect(await maya.api.brain.overview.query()).toEqual(knownBefore);
    expect(await maya.api.brain.sources.list.query()).toEqual(readBefore);
    expect(await maya.api.powerUps.templates.exportFile.query()).toEqual(writtenBefore);
    expect(await maya.api.powerUps.automations.get.query({ automationId })).toEqual(setUpBefore);
    expect(await maya.api.powerUps.automations.run.query({ runId })).toEqual(ranBefore);
    expect(await maya.api.powerUps.automations.approvals.query()).toEqual(askedBefore);
    expect(await maya.api.account.sessions.query()).toHaveLength(1);
    expect(await maya.api.auth.passkeys.list.query()).toMatchObject([{ id: passkeyId, friendlyName: 'Mine' }]);
    expect((await stranger.api.usage.check.query({ usageType: 'messages' })).currentUsage).toBe(0);
  });
});

describe('with nonsense', () => {
  const takesInput = procedures.filter(([path]) => INPUTS[path]?.(somebody) !== undefined);
  const nonsense: [string, unknown][] = [
    ['nothing', {}],
    ['a number', 7],
    [
      'a huge text',
      {
        id: 'x'.repeat(50_000),
        kind: 'x'.repeat(50_000),
        text: 'x'.repeat(50_000),
        email: 'x'.repeat(50_000),
        token: 'x'.repeat(50_000),
      },
    ],
  ];

  test.each(takesInput)('%s refuses it plainly and tells nothing of the inside', async (path, { _def }) => {
    const person = await aPerson(app);
    for (const [name, input] of nonsense) {
      if (name === 'nothing' && path in ALL_OPTIONAL) continue;
      const answer = await call(path, _def.type, input, person.cookie());
      expect(answer.body, name).toContain('INVALID_INPUT');
      expect(answer.body, name).not.toMatch(/stack|node_modules|ZodError|select |insert /);
    }
  });
});

describe('with a character that no table can hold', () => {
  const spoil = (value: unknown): unknown => {
    if (typeof value === 'string') return `${value}\u0000`;
    if (Array.isArray(value)) return value.map(spoil);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, spoil(part)]));
  };

  test.each(procedures.filter(([path]) => INPUTS[path]?.(somebody) !== undefined))(
    '%s takes it as nothing or refuses it',
    async (path, { _def }) => {
      const person = await aPerson(app);
      const answer = await call(path, _def.type, spoil(INPUTS[path]?.(somebody)), person.cookie());
      expect(answer.body).not.toContain('"INTERNAL"');
    },
  );
});

describe('packed five times into one request', () => {
  const hashing = procedures.filter(([path]) => 'password' in Object(INPUTS[path]?.(somebody)));

  test('sign-up, sign-in, reset, change and re-authentication hash a password', () => {
    expect(hashing).toHaveLength(5);
  });

  test.each(hashing)('%s hashes three passwords at most', async (path) => {
    const maya = await aPerson(app);
    const calls = Array.from({ length: 5 }, () => INPUTS[path]?.(somebody));
    const answer = await maya.request(`/trpc/${calls.map(() => path).join(',')}?batch=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...calls }),
    });
    expect((await answer.text()).match(/"appCode":"TOO_MANY_ATTEMPTS"/g)).toHaveLength(2);
  });
});

describe('by a person whose account is deleted meanwhile', () => {
  test.each(procedures.filter(([path]) => !(path in OPEN)))('%s has no internal error', async (path, { _def }) => {
    const maya = await aPerson(app);
    deleteDuringNextCall(app, maya);
    const answer = await call(path, _def.type, INPUTS[path]?.(somebody), maya.cookie());
    expect(await app.db.selectFrom('users').select('id').execute(), 'the account is gone').toEqual([]);
    expect(answer.body).not.toContain('"INTERNAL"');
  });
});

describe('the edge', () => {
  test('a request from another site changes nothing', async () => {
    const maya = await aPerson(app);
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }] as Record<
      string,
      string
    >[]) {
      const response = await app.app.request('/trpc/auth.signOut', {
        method: 'POST',
        headers: { ...headers, cookie: maya.cookie() },
      });
      expect(response.status).toBe(403);
    }
    expect(await maya.api.auth.session.query()).not.toBeNull();
  });

  test('a batch of more than twenty calls is refused whole', async () => {
    const paths = Array.from({ length: 21 }, () => 'auth.session').join(',');
    expect((await app.app.request(`/trpc/${paths}?batch=1&input=%7B%7D`)).status).toBeGreaterThanOrEqual(400);
  });

  test('a body over 256 kB is refused', async () => {
    const response = await app.app.request('/trpc/auth.signIn', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'x'.repeat(300_000) }),
    });
    expect(response.status).toBe(413);
  });

  test('every answer carries a strict policy and a request id', async () => {
    const { headers } = await app.app.request('/health/live');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe-inline/);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});
