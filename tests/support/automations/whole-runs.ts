import type { RunPage } from '#server/modules/automations/automations.dto.ts';
import { isEnded } from '#contract/automations/run-states.ts';
import type { Person } from '../chat.ts';
import { sendEmails } from '../jobs.ts';
import type { TestApp } from '../test-app.ts';
import { runAutomations } from './runs.ts';

/** More rounds than any run of a test takes. */
const ROUNDS_MAX = 50;
const ORIGIN = 'http://localhost:3000';

/** The path of an email's approval page. */
export function approvalPathIn({ text }: { text: string }): string {
  const found = /http:\/\/localhost:3000(\/automations\/approval\?token=\S+)/.exec(text)?.[1];
  if (found === undefined) throw new Error('the email has no link to an approval');
  return found;
}

/** Presses a button of an approval's page, as a browser without JavaScript does. */
export function pressOn(app: TestApp, path: string, answer: 'approve' | 'refuse'): Promise<Response> {
  const token = new URL(path, ORIGIN).searchParams.get('token') ?? '';
  return Promise.resolve(
    app.app.request('/automations/approval', {
      method: 'POST',
      headers: { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token, answer }).toString(),
    }),
  );
}

/** Lets a run come to its end: its waits pass, and its owner approves what it asks. */
export async function finishRun(app: TestApp, owner: Person, runId: string): Promise<RunPage> {
  const { automations } = owner.api.powerUps;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await runAutomations(app);
    await sendEmails(app);
    const page = await automations.run.query({ runId });
    const { status, resumeAt } = page.run;
    if (isEnded(status)) return page;
    const asked = (await automations.approvals.query()).waiting.filter((approval) => approval.runId === runId);
    for (const { id } of asked) await automations.answerApproval.mutate({ approvalId: id, answer: 'approve' });
    if (asked.length === 0 && resumeAt !== null) app.clock.set(resumeAt);
  }
  throw new Error(`run ${runId} did not end`);
}
