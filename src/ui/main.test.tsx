import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Main } from './main.tsx';

test('a page has one main landmark, even if a loading or crashed page is rendered inside a layout', () => {
  const html = renderToStaticMarkup(
    <Main className="site">
      <Main className="message-page">Loading...</Main>
    </Main>,
  );
  expect(html).toBe('<main id="main" class="site" tabindex="-1"><div class="message-page">Loading...</div></main>');
});
