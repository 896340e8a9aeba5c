import { describe, expect, it } from 'vitest';
import { routeIdOfFile, routerManifest, type ViteManifest } from './rendering-manifest.ts';

const build: ViteManifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_react.js'], css: ['assets/entry.css'] },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'], css: ['assets/card.css'] },
  'src/routes/index.tsx?tsr-split=component': {
    file: 'assets/index.js',
    imports: ['_card.js', 'src/entry-client.tsx'],
    css: ['assets/index.css'],
  },
};

describe('the assets of a page', () => {
  it('are the entry for every page and the own chunk for each, without repeats', () => {
    expect(routerManifest(build).routes).toEqual({
      __root__: {
        css: ['/assets/entry.css'],
        preloads: ['/assets/entry.js', '/assets/react.js'],
        scripts: [{ attrs: { type: 'module', async: true, src: '/assets/entry.js' } }],
      },
      '/': { css: ['/assets/card.css', '/assets/index.css'], preloads: ['/assets/index.js', '/assets/card.js'] },
    });
  });

  it('need a build', () => {
    expect(() => routerManifest({})).toThrow('npm run build');
  });

  it.each([
    ['index', '/'],
    ['privacy', '/privacy'],
    ['auth_.confirm', '/auth_/confirm'],
    ['_app', '/_app'],
    ['_app/dashboard/index', '/_app/dashboard/'],
    ['_app/dashboard/$slug', '/_app/dashboard/$slug'],
  ])('file %s is route %s', (file, id) => {
    expect(routeIdOfFile(file)).toBe(id);
  });
});
