import { html } from 'hono/html';
import { momentText } from '#contract/dates.ts';
import { PROMPTS_MAX, type Prompt } from '../model/prompt-log.ts';
import { isTask } from '../model/tasks/compose-task.ts';
import { layout } from './layout.ts';

const SUMMARY_CHARACTERS = 120;

function card({ at, task, instructions, turns }: Prompt) {
  const last = turns.at(-1)?.text ?? '';
  const title = isTask({ task })
    ? `Work in the background: ${task}`
    : last.slice(0, SUMMARY_CHARACTERS) || 'No message';
  return html`<article class="card">
    <h2>${title}</h2>
    <dl class="facts">
      <dt>Received</dt>
      <dd><time datetime="${at}">${momentText(at, 'UTC')}</time></dd>
    </dl>
    <details>
      <summary>Instructions</summary>
      <div class="text">${instructions}</div>
    </details>
    ${turns.map(
      ({ role, text, images }) =>
        html`<details>
          <summary>${role === 'user' ? 'User' : 'Assistant'}${images > 0 ? ` (${images} pictures)` : ''}</summary>
          <div class="text">${text}</div>
        </details>`,
    )}
  </article>`;
}

/** What the model was given, newest first, as plain text. */
export function promptsPage(prompts: Prompt[]) {
  const empty = html`<section class="card">
    <h2>No prompts yet</h2>
    <p>Ask a teammate something, then reload this page.</p>
  </section>`;
  return layout({
    title: 'Prompts',
    body: html`
      <h1>Prompts</h1>
      <p class="lede">
        The last ${PROMPTS_MAX} requests to the model, word for word, newest first: instructions, what the team knows,
        and the messages. Reload for newer ones. They’re gone when the sandbox stops.
      </p>
      ${prompts.length === 0 ? empty : prompts.map(card)}
    `,
  });
}
