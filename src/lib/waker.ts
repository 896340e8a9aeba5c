import { tendMenus } from './tend-menus.ts';

/**
 * All the script that a public page loads. The app comes at the first intent: the pointer over, or the focus in, something
 * that needs it (`useWakes`). A click or a submit that comes before the app is kept and done again once React answers for
 * that element; a link or a form whose app does not come goes its own way.
 */
const NEEDS_APP = 'data-wakes';

type Wish = { element: Element; does: () => void; goesAlone: () => void };

const script = document.querySelector<HTMLScriptElement>('script[src][data-app]');
let wish: Wish | null = null;
let isWaking = false;

const needing = ({ target }: Event) => (target instanceof Element ? target.closest(`[${NEEDS_APP}]`) : null);

function wake(): void {
  if (isWaking || !script) return;
  isWaking = true;
  const { app = '', chunks = '' } = script.dataset;
  for (const href of chunks.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(/* @vite-ignore */ app).catch(() => {
    isWaking = false;
    const unheard = wish;
    hold(null);
    unheard?.goesAlone();
  });
}

const hydration = new MutationObserver(() => {
  if (!wish || (wish.element.isConnected && wish.element.hasAttribute(NEEDS_APP))) return;
  const { element, does, goesAlone } = wish;
  hold(null);
  if (element.isConnected) does();
  else goesAlone();
});

function hold(next: Wish | null): void {
  wish = next;
  // The person sees that their press was felt.
  document.documentElement.toggleAttribute('data-waking', next !== null);
  if (next)
    hydration.observe(document, { attributes: true, attributeFilter: [NEEDS_APP], childList: true, subtree: true });
  else hydration.disconnect();
}

/** Nobody else hears of it before it is done again: React would stop it at what it has not drawn yet, and the link would be followed. */
function keep(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onIntent(event: Event): void {
  if (needing(event)) wake();
}

function onClick(event: MouseEvent): void {
  const element = needing(event);
  const { target } = event;
  // A press in a form is for its fields; what its button asks for is heard as a submit.
  if (
    !element ||
    element instanceof HTMLFormElement ||
    !(target instanceof HTMLElement || target instanceof SVGElement)
  )
    return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  keep(event);
  const link = element.closest('a');
  hold({
    element,
    does: () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    goesAlone: () => link && location.assign(link.href),
  });
  wake();
}

function onSubmit(event: SubmitEvent): void {
  const form = needing(event);
  if (!(form instanceof HTMLFormElement)) return;
  keep(event);
  hold({ element: form, does: () => form.requestSubmit(event.submitter), goesAlone: () => form.submit() });
  wake();
}

for (const intent of ['pointerover', 'pointerdown', 'focusin', 'keydown'])
  document.addEventListener(intent, onIntent, { passive: true });
// Ahead of React, whose listeners stand on the document.
window.addEventListener('click', onClick, { capture: true });
window.addEventListener('submit', onSubmit, { capture: true });
tendMenus(document);
