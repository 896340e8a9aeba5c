/**
 * For `page.addInitScript`: simulates the translation of Chrome and Edge, but keeps the same words. Each text
 * node, including ones added later, is replaced with two elements. Fields and `translate="no"` are left alone. While
 * React hydrates a page, it waits, as the browser does for its translation service.
 */
export const TRANSLATION = `
  const LEFT_OUT = '[translate=no], script, style, noscript, textarea, input, svg, [contenteditable], font';
  const translate = (text) => {
    const parent = text.parentElement;
    if (!parent || text.data.trim() === '' || parent.closest(LEFT_OUT)) return;
    const outer = document.createElement('font');
    outer.append(document.createElement('font'));
    outer.firstChild.textContent = text.data;
    text.replaceWith(outer);
  };
  const translateAll = (root) => {
    const texts = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  const later = new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of target.nodeType === Node.TEXT_NODE ? [target] : addedNodes)
        if (node.isConnected) node.nodeType === Node.TEXT_NODE ? translate(node) : translateAll(node);
  });
  const start = () => {
    translateAll(document.body);
    later.observe(document.body, { childList: true, subtree: true, characterData: true });
    document.documentElement.classList.add('translated-ltr');
  };
  window.addEventListener('load', () => !document.body.hasAttribute('data-needs-hydration') && start());
  document.addEventListener('hydrating', () => {
    later.disconnect();
    const waiting = setInterval(() => {
      if (document.querySelector('[data-needs-hydration]')) return;
      clearInterval(waiting);
      start();
    }, 20);
  });
`;
