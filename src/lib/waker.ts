import { tendMenus } from './tend-menus.ts';

/**
 * The script that stands in every page. It fetches the app: on a page that is mostly read at the first intent (the pointer
 * over, or the focus in, something that needs it), on every other page once it is painted. A click or a submit that comes
 * before the app is kept and done again once React answers for that element (`useWakes`). Where the app does not come, a link
 * or a form goes its own way, and for anything else the page says so.
 */
const NEEDS_APP = 'data-wakes';
const HELD = 'data-held';
const CHOICE = 'input:is([type=radio], [type=checkbox])';
const PRESSABLE = `a, button, ${CHOICE}, label:has(${CHOICE})`;
/** A tab in the background is never painted, in milliseconds. */
const PAINTED_BY = 250;

type Wish = { element: Element; shownOn: Element; does: () => void; goesAlone: (() => void) | null };

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
let wish: Wish | null = null;
let isWaking = false;

/** The words are in `src/shell/app-missing.tsx`. */
const MISSING = '[data-app-missing]';
const showMissing = (isMissing: boolean) => document.querySelector(MISSING)?.toggleAttribute('hidden', !isMissing);
const sayMissing = () => showMissing(true);

const needing = ({ target }: Event) =>
  target instanceof Element && !target.closest(MISSING) ? target.closest(`[${NEEDS_APP}]`) : null;

function wake(): void {
  if (isWaking || !script) return;
  isWaking = true;
  const { app = '', chunks = '' } = script.dataset;
  for (const href of chunks.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  import(/* @vite-ignore */ app).then(
    () => showMissing(false),
    () => {
      isWaking = false;
      const unheard = wish;
      hold(null);
      (unheard?.goesAlone ?? sayMissing)();
    },
  );
}

const hydration = new MutationObserver(() => {
  if (!wish || (wish.element.isConnected && wish.element.hasAttribute(NEEDS_APP))) return;
  const { element, does, goesAlone } = wish;
  hold(null);
  if (element.isConnected) does();
  else goesAlone?.();
});

function hold(next: Wish | null): void {
  // The person sees that their press was felt.
  wish?.shownOn.removeAttribute(HELD);
  next?.shownOn.setAttribute(HELD, '');
  wish = next;
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
  // A press in a form that needs the app is for its fields; what its button asks for is heard as a submit.
  if (
    !element ||
    element instanceof HTMLFormElement ||
    !(target instanceof HTMLElement || target instanceof SVGElement)
  )
    return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  // Where a whole page needs the app, its fields work without. Its links do too, but would forget what was typed.
  const pressed = element.matches(PRESSABLE) ? element : target.closest(PRESSABLE);
  if (!pressed) return;
  keep(event);
  hold({
    element,
    shownOn: pressed,
    does: () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    goesAlone: pressed instanceof HTMLAnchorElement ? () => location.assign(pressed.href) : null,
  });
  wake();
}

function onSubmit(event: SubmitEvent): void {
  const element = needing(event);
  const form = event.target;
  if (!element || !(form instanceof HTMLFormElement)) return;
  keep(event);
  hold({
    element,
    shownOn: event.submitter ?? form,
    does: () => form.requestSubmit(event.submitter),
    goesAlone: form === element ? () => form.submit() : null,
  });
  wake();
}

// Ahead of React, whose listeners stand on the document.
window.addEventListener('click', onClick, { capture: true });
window.addEventListener('submit', onSubmit, { capture: true });
tendMenus(document);
if (script?.dataset.when === 'painted') {
  requestAnimationFrame(() => setTimeout(wake));
  setTimeout(wake, PAINTED_BY);
} else {
  for (const intent of ['pointerover', 'pointerdown', 'focusin', 'keydown'])
    document.addEventListener(intent, onIntent, { passive: true });
}
