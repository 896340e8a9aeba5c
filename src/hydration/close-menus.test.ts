import { parseHTML } from 'linkedom';
import { expect, it } from 'vitest';
import { closeMenus } from './close-menus.ts';

it.each([
  ['closes an open menu', { key: 'Escape', keyCode: 27 }, false],
  ['that ends a composition leaves it open', { key: 'Escape', keyCode: 27, isComposing: true }, true],
  ['that ends a composition in Safari leaves it open', { key: 'Escape', keyCode: 229, isComposing: false }, true],
])('Escape %s', (_what, press, isOpen) => {
  const { document, Event, HTMLElement } = parseHTML('<details data-menu open><summary>Menu</summary></details>');
  const menu: HTMLDetailsElement | null = document.querySelector('details');
  Object.defineProperty(menu, 'open', { value: true, writable: true });
  Object.defineProperty(HTMLElement.prototype, 'focus', { value: () => undefined, configurable: true });
  closeMenus(document);
  document.dispatchEvent(Object.assign(new Event('keydown'), press));
  expect(menu?.open).toBe(isOpen);
});
