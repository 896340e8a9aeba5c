import { closeMenus } from './close-menus.ts';

/**
 * The script that stands in every page (`src/shell/hydration-script.tsx`). It fetches the app: on a page that is mostly read at the
 * first intent (the pointer over, or the focus in, something that needs it), on every other page once it is painted. What is
 * pressed, chosen or sent before the app is there is kept and done again once React answers for that element (`useDeferredHydration`):
 * every choice, and of all else the last. Where the app does not come in time, a link or a form goes its own way, and for
 * anything else the page says so.
 */
const NEEDS_APP = 'data-needs-hydration';
const HELD = 'data-held';
const CHOICE = 'input:is([type=radio], [type=checkbox])';
const PRESSABLE = `a, button, ${CHOICE}, label:has(${CHOICE})`;
/** Background tabs never paint: they load the app after this long, in milliseconds. */
const PAINTED_BY_MS = 1_000;
/** How long a press is kept for an app that does not load, in milliseconds. */
const APP_WITHIN_MS = 8_000;

type PendingAction = {
  element: Element;
  shownOn: Element;
  does: () => void;
  /** What it does without the app; null where it can do nothing. */
  goesAlone: (() => void) | null;
};

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
const isPainted = script?.dataset.when === 'painted';
let pending: PendingAction[] = [];
let isLoading = false;
let hasFailed = false;
let timeout: ReturnType<typeof setTimeout> | undefined;

/** The words are in `src/shell/app-missing.tsx`. */
const MISSING = '[data-app-missing]';
const showMissing = (isMissing: boolean) => document.querySelector(MISSING)?.toggleAttribute('hidden', !isMissing);

const needing = ({ target }: Event) =>
  target instanceof Element && !target.closest(MISSING) ? target.closest(`[${NEEDS_APP}]`) : null;

function giveUp(): void {
  const last = pending.at(-1);
  keepOnly([]);
  if (last?.goesAlone) last.goesAlone();
  else if (last || isPainted) showMissing(true);
}

function loadApp(): void {
  if (isLoading || !script) return;
  isLoading = true;
  const { app = '' } = script.dataset;
  // All of it at once: else each script would be found by the one before it.
  Promise.all(app.split(' ').map((part) => import(/* @vite-ignore */ part))).then(
    () => showMissing(false),
    () => {
      isLoading = false;
      hasFailed = true;
      giveUp();
    },
  );
}

const isReady = ({ element }: PendingAction) => !element.isConnected || !element.hasAttribute(NEEDS_APP);

const hydration = new MutationObserver(() => {
  const ready = pending.filter(isReady);
  if (ready.length === 0) return;
  keepOnly(pending.filter((action) => !ready.includes(action)));
  for (const { element, does, goesAlone } of ready) {
    if (element.isConnected) does();
    else goesAlone?.();
  }
});

function keepOnly(next: PendingAction[]): void {
  for (const { shownOn } of pending) shownOn.removeAttribute(HELD);
  // The person sees that it was felt.
  for (const { shownOn } of next) shownOn.setAttribute(HELD, '');
  pending = next;
  clearTimeout(timeout);
  hydration.disconnect();
  if (next.length === 0) return;
  timeout = setTimeout(giveUp, APP_WITHIN_MS);
  hydration.observe(document, { attributes: true, attributeFilter: [NEEDS_APP], childList: true, subtree: true });
}

const isChoice = ({ shownOn }: PendingAction) => shownOn.matches(`select, ${CHOICE}, label`);

function hold(action: PendingAction): void {
  const others = pending.filter((other) => other.shownOn !== action.shownOn);
  keepOnly([...(isChoice(action) ? others : others.filter(isChoice)), action]);
  loadApp();
}

/** Stops propagation: React would swallow the event on markup it hasn't hydrated, and the link would be followed. */
function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Needs nothing of the app: another window, another site, a mail, a part of the page. */
const leadsAway = (link: HTMLAnchorElement) =>
  link.target !== '' || link.hash !== '' || link.origin !== window.location.origin;

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
  const link = pressed instanceof HTMLAnchorElement ? pressed : null;
  if (!pressed || (link && leadsAway(link))) return;
  stop(event);
  hold({
    element,
    shownOn: pressed,
    does: () => target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    goesAlone: link && (() => window.location.assign(link.href)),
  });
}

function onSubmit(event: SubmitEvent): void {
  const element = needing(event);
  const form = event.target;
  if (!element || !(form instanceof HTMLFormElement)) return;
  stop(event);
  hold({
    element,
    shownOn: event.submitter ?? form,
    does: () => form.requestSubmit(event.submitter),
    goesAlone: form === element ? () => form.submit() : null,
  });
}

/** React misses choices made before hydration. Forms of public pages read theirs when they are sent. */
function onChange(event: Event): void {
  const element = needing(event);
  const { target } = event;
  if (!element || element instanceof HTMLFormElement || !(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  const does = () => {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  };
  hold({ element, shownOn: target, does, goesAlone: null });
}

// Ahead of React, whose listeners stand on the document.
window.addEventListener('click', onClick, { capture: true });
window.addEventListener('submit', onSubmit, { capture: true });
window.addEventListener('change', onChange, { capture: true });
closeMenus(document);
if (isPainted) {
  new PerformanceObserver(loadApp).observe({ type: 'paint', buffered: true });
  setTimeout(loadApp, PAINTED_BY_MS);
} else {
  // Once it has failed, a press tries again and a pointer that passes by does not.
  const onIntent = (event: Event) => !hasFailed && needing(event) && loadApp();
  for (const intent of ['pointerover', 'pointerdown', 'focusin', 'keydown'])
    document.addEventListener(intent, onIntent, { passive: true });
}
