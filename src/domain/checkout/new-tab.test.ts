import { describe, expect, it } from 'vitest';
import { openNewTab } from './new-tab.ts';

const words = { title: 'Creating checkout session...', text: 'Please wait' };

type Node = { tag: string; children: Node[]; append: (...nodes: Node[]) => void } & Record<string, unknown>;
function aNode(tag: string): Node {
  const children: Node[] = [];
  return { tag, children, append: (...nodes) => void children.push(...nodes) };
}
function textsIn(node: Node): unknown[] {
  return [...(node['textContent'] === undefined ? [] : [node['textContent']]), ...node.children.flatMap(textsIn)];
}

/** As much of a browser as a new tab needs; tests/e2e covers the real one. */
function aBrowser({ refuses = false } = {}) {
  const seen: string[] = [];
  const page = {
    title: '',
    documentElement: { lang: '', dataset: {} as Record<string, string> }, // reason: empty, and filled by the code under test
    head: aNode('head'),
    body: aNode('body'),
    createElement: aNode,
  };
  const tab = {
    closed: false,
    document: page,
    location: { replace: (url: string) => void seen.push(url) },
    close: () => void seen.push('closed'),
    set opener(value: unknown) {
      seen.push(`opener ${String(value)}`);
    },
  };
  const document = {
    documentElement: { dataset: { theme: 'dark' } },
    querySelectorAll: () => [{ href: '/assets/index.css' }],
  };
  const open = () => (refuses ? null : tab);
  return { opener: { open, document } as unknown as Parameters<typeof openNewTab>[1], page, tab, seen }; // reason: a part of a browser
}

describe('a tab that is opened in the click', () => {
  it('shows a waiting message in the look of the page', () => {
    const { opener, page } = aBrowser();
    openNewTab(words, opener);
    expect([page.title, page.documentElement.dataset['theme']]).toEqual([words.title, 'dark']);
    expect(page.head.children.map(({ tag, href }) => [tag, href])).toEqual([['link', '/assets/index.css']]);
    expect(textsIn(page.body)).toEqual([words.title, words.text]);
  });

  it('drops its opener before it goes to its address', () => {
    const { opener, seen } = aBrowser();
    expect(openNewTab(words, opener)?.leadTo('https://pay.example/1')).toBe(true);
    expect(seen).toEqual(['opener null', 'https://pay.example/1']);
  });

  it('goes nowhere once it was closed', () => {
    const { opener, tab, seen } = aBrowser();
    const opened = openNewTab(words, opener);
    tab.closed = true;
    expect(opened?.leadTo('https://pay.example/1')).toBe(false);
    expect(seen).toEqual([]);
  });

  it('is null if the browser refuses', () => {
    expect(openNewTab(words, aBrowser({ refuses: true }).opener)).toBeNull();
  });
});
