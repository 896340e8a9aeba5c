import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aBrowser } from '#tests/support/browser/live-browser.ts';
import { createLiveConnection } from './live-connection.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const WORDS = ['Once ', 'upon ', 'a ', 'time.'];

/** Tabs that each follow an answer of their own, the last of them on screen. */
async function tabsWithAnswers(count: number) {
  const browser = aBrowser(createLiveConnection);
  const tabs = Array.from({ length: count }, (_, index) => {
    const tab = browser.aTab({ isVisible: index === count - 1 });
    return { ...tab, answer: `answer ${index}`, ...tab.follow(`answer ${index}`) };
  });
  await browser.settle();
  const writeAll = (text: string) => {
    for (const { answer } of tabs) browser.server.write(answer, text);
  };
  const texts = () => tabs.map(({ seen }) => seen.text);
  const holders = () => browser.server.streams().map(({ tab }) => tab);
  return { ...browser, tabs, writeAll, texts, holders };
}

describe('the live connection of a browser', () => {
  it('is one for all tabs, and brings each its answer as it is written', async () => {
    const { tabs, server, settle, writeAll, texts } = await tabsWithAnswers(7);
    for (const word of WORDS) {
      writeAll(word);
      await settle(2);
      expect(server.streams()).toHaveLength(1);
    }
    expect(texts()).toEqual(tabs.map(() => WORDS.join('')));
    for (const { answer } of tabs) server.end(answer);
    await settle();
    expect(tabs.map(({ seen }) => [seen.ends, seen.troubles])).toEqual(tabs.map(() => [1, 0]));
    expect(server.streams()).toEqual([]);
  });

  it('passes to another tab when its own crashes in the middle, and no text is lost or doubled', async () => {
    const { tabs, server, settle, writeAll, texts, holders } = await tabsWithAnswers(4);
    const [word, ...rest] = WORDS;
    writeAll(word ?? '');
    await settle(2);
    tabs.find(({ id }) => id === holders()[0])?.crash();
    for (const next of rest) {
      writeAll(next);
      await settle();
    }
    expect(server.streams()).toHaveLength(1);
    const whole = WORDS.join('');
    expect(texts()).toEqual([whole, whole, whole, 'Once ']);
  });

  it('lives on while one tab after the other closes or ends, down to the last', async () => {
    const { tabs, server, settle, writeAll, texts } = await tabsWithAnswers(5);
    for (const tab of tabs.toReversed()) {
      writeAll('word ');
      await settle();
      expect(server.streams()).toHaveLength(1);
      tab.stop();
      await settle();
    }
    expect(texts().map((text) => text.length / 5)).toEqual([5, 4, 3, 2, 1]);
    expect(server.streams()).toEqual([]);
  });

  it('brings one answer to several tabs, from where each of them is', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const first = aTab({ isVisible: true }).follow('letter');
    await settle();
    server.write('letter', 'Dear Maya, ');
    await settle();
    const second = aTab().follow('letter', 'Dear');
    const third = aTab().follow('letter');
    await settle();
    expect(server.streams()).toHaveLength(1);
    server.write('letter', 'hello.');
    await settle();
    for (const { seen } of [first, second, third])
      expect(seen).toMatchObject({ text: 'Dear Maya, hello.', troubles: 0 });
  });

  it('replaces the text of an answer that is written anew, also for a tab that joins with the old one', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const tabs = [aTab({ isVisible: true }), aTab()].map(({ follow }) => follow('letter'));
    await settle();
    server.write('letter', 'Dear Maya, ');
    await settle();
    server.rewrite('letter');
    await settle();
    expect(tabs.map(({ seen }) => seen.text)).toEqual(['', '']);
    server.write('letter', 'Hi!');
    await settle();
    tabs.push(aTab().follow('letter', 'Dear Maya, '));
    await settle();
    server.end('letter');
    await settle();
    expect(tabs.map(({ seen }) => [seen.text, seen.ends])).toEqual(tabs.map(() => ['Hi!', 1]));
  });

  it('doesn’t end an answer for a tab that knows of a later attempt than the one that ended', async () => {
    const { tabs, server, settle } = await tabsWithAnswers(2);
    for (const { answer, seen } of tabs) {
      server.write(answer, 'Old');
      await settle();
      Object.assign(seen, { attempt: 2, text: '' });
      server.end(answer);
      server.rewrite(answer);
      server.write(answer, 'New');
    }
    await settle(1_000);
    for (const { answer } of tabs) server.end(answer);
    await settle();
    expect(tabs.map(({ seen }) => [seen.text, seen.ends])).toEqual(tabs.map(() => ['New', 1]));
  });

  it('is not opened for a page that follows nothing', async () => {
    const { aTab, server, settle, said } = aBrowser(createLiveConnection);
    const tab = aTab({ isVisible: true });
    await settle();
    tab.follow('letter').stop();
    await settle();
    expect(server.streams()).toEqual([]);
    said.length = 0;
    await settle(60_000);
    expect([server.is.opened, said]).toEqual([0, []]);
  });

  it('costs other tabs nothing while only one follows', async () => {
    const { aTab, server, settle, said } = aBrowser(createLiveConnection);
    aTab({ isVisible: true }).follow('letter');
    await settle();
    said.length = 0;
    for (const word of WORDS) server.write('letter', word);
    await settle();
    expect([said, server.is.opened]).toEqual([[], 1]);
  });

  it('tells every tab of an answer that was refused, and brings the others', async () => {
    const { tabs, server, settle, writeAll, texts } = await tabsWithAnswers(3);
    server.refuse('answer 0');
    writeAll('Hello');
    await settle();
    expect(tabs.map(({ seen }) => seen.refused)).toEqual([true, false, false]);
    expect(texts()).toEqual(['', 'Hello', 'Hello']);
  });

  it('is opened again after it broke, and every tab reads the saved answer meanwhile', async () => {
    const { tabs, server, settle, writeAll, texts } = await tabsWithAnswers(3);
    server.breakLines();
    await settle(2);
    expect(tabs.map(({ seen }) => seen.troubles)).toEqual([1, 1, 1]);
    writeAll('Hello');
    await settle(600);
    expect([server.streams().length, texts()]).toEqual([1, ['Hello', 'Hello', 'Hello']]);
  });
});

describe('the tab that holds the connection', () => {
  it('is one that someone is looking at, soon after they switch', async () => {
    const { tabs, settle, holders, writeAll, texts } = await tabsWithAnswers(3);
    expect(holders()).toEqual(['tab 3']);
    tabs[2]?.hide();
    tabs[0]?.show();
    await settle();
    expect(holders()).toEqual(['tab 1']);
    writeAll('Hello');
    await settle();
    expect(texts()).toEqual(['Hello', 'Hello', 'Hello']);
  });

  it('hands over to a second window when it is hidden', async () => {
    const { tabs, settle, holders } = await tabsWithAnswers(2);
    tabs[0]?.show();
    await settle();
    expect(holders()).toEqual(['tab 2']);
    tabs[1]?.hide();
    await settle();
    expect(holders()).toEqual(['tab 1']);
  });

  it('is replaced when the browser froze it, and does no harm when it runs again', async () => {
    const { tabs, settle, holders, writeAll, texts } = await tabsWithAnswers(2);
    tabs[1]?.hide();
    await settle();
    tabs[1]?.freeze();
    tabs[0]?.show();
    await settle(1_000);
    expect(holders(), 'it may still be replying').toEqual([]);
    writeAll('Hello');
    await settle(1_000);
    expect([holders(), texts()[0]]).toEqual([['tab 1'], 'Hello']);

    tabs[1]?.thaw();
    await settle(11_000);
    writeAll(' again');
    await settle();
    expect([holders(), texts()]).toEqual([['tab 1'], ['Hello again', 'Hello again']]);
  });

  it('is replaced when it stops running on screen, as behind a print dialog', async () => {
    const { tabs, settle, holders, writeAll, texts } = await tabsWithAnswers(2);
    tabs[0]?.show();
    await settle();
    tabs[1]?.freeze();
    await settle(13_000);
    writeAll('Hello');
    await settle();
    expect([holders(), texts()[0]]).toEqual([['tab 1'], 'Hello']);
  });

  it('is one of two windows if both take over at the same moment', async () => {
    const { tabs, settle, holders, writeAll, texts } = await tabsWithAnswers(3);
    tabs[2]?.hide();
    tabs[0]?.show();
    tabs[1]?.show();
    await settle();
    expect(holders()).toHaveLength(1);
    writeAll('Hello');
    await settle();
    expect(texts()).toEqual(['Hello', 'Hello', 'Hello']);
  });
});

describe('a page', () => {
  it('that goes into the back/forward cache lets go of everything, and catches up when it is back', async () => {
    const { tabs, settle, holders, writeAll, texts } = await tabsWithAnswers(2);
    tabs[1]?.leave();
    await settle();
    expect(holders()).toEqual(['tab 1']);
    writeAll('Hello');
    await settle();
    tabs[1]?.resume('reconnected');
    await settle();
    expect([holders().length, texts()]).toEqual([1, ['Hello', 'Hello']]);
  });

  it('whose text was set back asks for what is missing, and reads the saved answer meanwhile', async () => {
    const { tabs, server, settle, writeAll, texts } = await tabsWithAnswers(2);
    writeAll('Hello');
    await settle();
    for (const { seen } of tabs) seen.text = '';
    writeAll(', Maya');
    await settle(1_000);
    expect(tabs.map(({ seen }) => seen.troubles)).toEqual([1, 1]);
    expect(texts()).toEqual(['Hello, Maya', 'Hello, Maya']);
    expect(server.streams()).toHaveLength(1);
  });

  it('shares nothing with pages of another person', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const maya = aTab({ person: 'maya', isVisible: true });
    const tom = aTab({ person: 'tom', isVisible: true });
    maya.follow('hers');
    const his = tom.follow('hers');
    await settle();
    expect(server.streams().map(({ person }) => person)).toEqual(['maya', 'tom']);
    his.stop();
    await settle();
    expect(server.streams().map(({ person }) => person)).toEqual(['maya']);
  });

  it('shares nothing with pages of another build, which may speak differently', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const tabs = ['one', 'two'].map((build) => aTab({ build, isVisible: true }).follow('letter'));
    await settle();
    expect(server.streams()).toHaveLength(2);
    server.write('letter', 'Hello');
    await settle();
    expect(tabs.map(({ seen }) => seen.text)).toEqual(['Hello', 'Hello']);
  });

  it('ends its part when the person signs out, and starts a new one for the person who signs in next', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const tab = aTab({ isVisible: true });
    tab.follow('letter');
    await settle();
    tab.become(undefined);
    await settle();
    expect(server.streams()).toEqual([]);
    tab.become('tom');
    await settle();
    expect(server.streams().map(({ person }) => person)).toEqual(['tom']);
  });

  it('connects for itself where the browser has no locks, while someone is looking at it', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection, { hasLocks: false });
    const tabs = [aTab({ isVisible: true }), aTab(), aTab()];
    const answers = tabs.map(({ follow }, index) => follow(`answer ${index}`));
    await settle();
    expect(server.streams().map(({ tab }) => tab)).toEqual(['tab 1']);
    tabs[0]?.hide();
    tabs[1]?.show();
    server.write('answer 1', 'Hello');
    await settle();
    expect(server.streams().map(({ tab }) => tab)).toEqual(['tab 2']);
    expect(answers[1]?.seen.text).toBe('Hello');
  });
});

describe('the bell', () => {
  it('shares the connection of all tabs with the answers, and a tab that joins hears what it missed', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const first = aTab({ isVisible: true });
    const bells = [first.followBell()];
    await settle();
    const letter = first.follow('letter');
    await settle();
    server.ring(1);
    server.write('letter', 'Dear Maya');
    await settle();
    bells.push(aTab().followBell());
    await settle();
    expect(server.streams()).toHaveLength(1);
    expect([letter.seen.text, ...bells.map(({ heard }) => heard.unread.at(-1))]).toEqual(['Dear Maya', 1, 1]);
    server.end('letter');
    server.ring(0);
    await settle();
    expect(bells.map(({ heard }) => heard.unread.at(-1))).toEqual([0, 0]);
    expect(server.streams(), 'the bell keeps it open').toHaveLength(1);
    for (const { stop } of bells) stop();
    await settle();
    expect(server.streams()).toEqual([]);
  });

  it('misses nothing while the connection is broken, or its tab crashes', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const tabs = [aTab({ isVisible: true }), aTab()];
    const bells = tabs.map(({ followBell }) => followBell());
    await settle();
    server.is.down = true;
    server.breakLines();
    server.ring(2);
    await settle();
    expect(bells.map(({ heard }) => heard.troubles)).toEqual([1, 1]);
    server.is.down = false;
    await settle(9_000);
    expect(bells.map(({ heard }) => heard.unread.at(-1))).toEqual([2, 2]);
    tabs[0]?.crash();
    server.ring(3);
    await settle();
    expect(server.streams().map(({ tab }) => tab)).toEqual(['tab 2']);
    expect(bells[1]?.heard.unread.at(-1)).toBe(3);
  });

  it('doesn’t tell a tab that joins what was unread before the connection broke', async () => {
    const { aTab, server, settle } = aBrowser(createLiveConnection);
    const first = aTab({ isVisible: true }).followBell();
    await settle();
    server.ring(2);
    await settle();
    server.is.down = true;
    server.breakLines();
    server.ring(0);
    await settle();
    const second = aTab().followBell();
    await settle();
    expect([first.heard.unread.at(-1), second.heard.unread]).toEqual([2, []]);
    server.is.down = false;
    await settle(9_000);
    expect([first, second].map(({ heard }) => heard.unread.at(-1))).toEqual([0, 0]);
  });
});
