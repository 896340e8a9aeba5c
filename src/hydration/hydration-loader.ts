import { closeMenus } from './close-menus.ts';

/**
 * The inline script of every page (`src/shell/hydration-script.tsx`). It loads the app: on a read-mostly page at the first intent
 * (hover or focus on something that needs it), on every other page once it has painted. Clicks, choices and submits made before
 * then are kept and repeated once React handles that element (`useDeferredHydration`): every choice, and only the last of
 * everything else. If the app doesn't load in time, a link or form falls back to its native behavior, and for anything else the
 * page shows an error.
 */
const NEEDS_APP = 'data-needs-hydration';
const HELD = 'data-held';
const CHOICE = 'input:is([type=radio], [type=checkbox])';
const PRESSABLE = `a, button, ${CHOICE}, label:has(${CHOICE})`;
/** Pressing one sets what a later press or submit acts on, such as the tab that decides whether a form signs in or up. */
const CHOOSES = `select, ${CHOICE}, label, [role=tab], [role=radio]`;
/** Background tabs never paint: they load the app after this long, in milliseconds. */
const PAINTED_BY_MS = 1_000;
/** How long a press is kept for an app that doesn't load, in milliseconds. */
const APP_WITHIN_MS = 8_000;

type PendingAction = {
  element: Element;
  feedbackOn: Element;
  repeat: () => void;
  /** What the browser does without the app; null if nothing. */
  fallback: (() => void) | null;
};

const script = document.querySelector<HTMLScriptElement>('script[data-app]');
const isPainted = script?.dataset.when === 'painted';
let pending: PendingAction[] = [];
let isLoading = false;
let hasFailed = false;
let timeout: ReturnType<typeof setTimeout> | undefined;

/** The text is in `src/shell/app-missing.tsx`. */
const MISSING = '[data-app-missing]';
const showMissing = (isMissing: boolean) => document.querySelector(MISSING)?.toggleAttribute('hidden', !isMissing);

const needing = ({ target }: Event) =>
  target instanceof Element && !target.closest(MISSING) ? target.closest(`[${NEEDS_APP}]`) : null;

/** Drops the actions waiting by now, but not the choices: without them a form would do something else once the app loads. */
function giveUp(): void {
  const last = pending.at(-1);
  setPending(pending.filter(isChoice));
  clearTimeout(timeout);
  if (last?.fallback) last.fallback();
  else if (last || (isPainted && document.body.hasAttribute(NEEDS_APP))) showMissing(true);
}

function loadApp(): void {
  if (isLoading || !script) return;
  isLoading = true;
  const { app = '' } = script.dataset;
  // All in parallel: otherwise the browser would discover each script only after the one before it.
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

/** One task each: React renders a choice only after its event, and until then a submit would act on the one before. */
async function repeatAll(actions: PendingAction[]): Promise<void> {
  for (const { element, repeat, fallback } of actions) {
    if (element.isConnected) repeat();
    else fallback?.();
    await new Promise((resolve) => void setTimeout(resolve));
  }
}

const hydration = new MutationObserver(() => {
  const ready = pending.filter(isReady);
  if (ready.length === 0) return;
  setPending(pending.filter((action) => !ready.includes(action)));
  void repeatAll(ready);
});

function setPending(next: PendingAction[]): void {
  for (const { feedbackOn } of pending) feedbackOn.removeAttribute(HELD);
  // Shows the person that the press registered.
  for (const { feedbackOn } of next) feedbackOn.setAttribute(HELD, '');
  pending = next;
  clearTimeout(timeout);
  hydration.disconnect();
  if (next.length === 0) return;
  timeout = setTimeout(giveUp, APP_WITHIN_MS);
  hydration.observe(document, { attributes: true, attributeFilter: [NEEDS_APP], childList: true, subtree: true });
}

const isChoice = ({ feedbackOn }: PendingAction) => feedbackOn.matches(CHOOSES);

function hold(action: PendingAction): void {
  const others = pending.filter((other) => other.feedbackOn !== action.feedbackOn);
  setPending([...(isChoice(action) ? others : others.filter(isChoice)), action]);
  loadApp();
}

/** Stops propagation: React would swallow the event on markup it hasn't hydrated, and the link would be followed. */
function stop(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Works without the app: another window, another site, an email link, an anchor on this page. */
const leadsAway = (link: HTMLAnchorElement) =>
  link.target !== '' || link.hash !== '' || link.origin !== window.location.origin;

function onClick(event: MouseEvent): void {
  const element = needing(event);
  const { target } = event;
  // A click in a form that needs the app is for its fields; its button's action arrives as a submit.
  if (
    !element ||
    element instanceof HTMLFormElement ||
    !(target instanceof HTMLElement || target instanceof SVGElement)
  )
    return;
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  // If a whole page needs the app, its fields still work without it. So do its links, but they would lose what was typed.
  const pressed = element.matches(PRESSABLE) ? element : target.closest(PRESSABLE);
  // Skips the translation's elements, which are gone by the time the click is replayed.
  const clicked = target.closest(':not(font)');
  const link = pressed instanceof HTMLAnchorElement ? pressed : null;
  if (!pressed || (link && leadsAway(link))) return;
  stop(event);
  hold({
    element,
    feedbackOn: pressed,
    repeat: () => clicked?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })),
    fallback: link && (() => window.location.assign(link.href)),
  });
}

function onSubmit(event: SubmitEvent): void {
  const element = needing(event);
  const form = event.target;
  if (!element || !(form instanceof HTMLFormElement)) return;
  stop(event);
  hold({
    element,
    feedbackOn: event.submitter ?? form,
    repeat: () => form.requestSubmit(event.submitter),
    fallback: form === element ? () => form.submit() : null,
  });
}

/** React misses choices made before hydration. Forms on public pages read theirs from the DOM on submit. */
function onChange(event: Event): void {
  const element = needing(event);
  const { target } = event;
  if (!element || element instanceof HTMLFormElement || !(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  const repeat = () => {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  };
  hold({ element, feedbackOn: target, repeat, fallback: null });
}

/** The text changes made by the browser's translation, if there is one. */
const changes: MutationRecord[] = [];
const translation = new MutationObserver((records) => void changes.push(...records));
const isOfTranslation = ({ nodeName }: Node) => nodeName === '#text' || nodeName === 'FONT';
/** Called after parsing, because parsing changes text nodes, too. */
const watchTexts = () =>
  translation.observe(document.body, { childList: true, characterDataOldValue: true, subtree: true });

/**
 * Restores the texts that the server sent, newest change first. With any other texts, React would rerender the page,
 * and pending input and clicks would be lost. The browser then translates the texts again.
 */
function undoTranslation(): void {
  changes.push(...translation.takeRecords());
  translation.disconnect();
  for (const { type, target, addedNodes, removedNodes, nextSibling, oldValue } of changes.toReversed()) {
    const added = [...addedNodes];
    const removed = [...removedNodes];
    if (type === 'characterData') target.nodeValue = oldValue;
    else if ([...added, ...removed].every(isOfTranslation)) {
      for (const node of removed) target.insertBefore(node, added[0] ?? nextSibling);
      for (const node of added) target.removeChild(node);
    }
  }
}
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', watchTexts);
else watchTexts();
// From `src/entry-client.tsx`.
document.addEventListener('hydrating', undoTranslation, { once: true });

// In the capture phase on window, ahead of React's listeners on the document.
window.addEventListener('click', onClick, { capture: true });
window.addEventListener('submit', onSubmit, { capture: true });
window.addEventListener('change', onChange, { capture: true });
closeMenus(document);
// After a failure a press tries again, but neither another paint nor a passing pointer does: the notice would go while it is read.
const loadUnlessFailed = () => !hasFailed && loadApp();
if (isPainted) {
  new PerformanceObserver(loadUnlessFailed).observe({ type: 'paint', buffered: true });
  setTimeout(loadUnlessFailed, PAINTED_BY_MS);
} else {
  const onIntent = (event: Event) => needing(event) && loadUnlessFailed();
  for (const intent of ['pointerover', 'pointerdown', 'focusin', 'keydown'])
    document.addEventListener(intent, onIntent, { passive: true });
}
