import { describe, expect, it } from 'vitest';
import { routeIdOfFile, routerManifests, type ViteManifest } from './rendering-manifest.ts';

const build: ViteManifest = {
  'src/entry-client.tsx': { file: 'assets/entry.js', isEntry: true, imports: ['_react.js'], css: ['assets/entry.css'] },
  'src/hydration/hydration-loader.ts': { file: 'assets/hydration-loader.js', isEntry: true },
  '_react.js': { file: 'assets/react.js' },
  '_card.js': { file: 'assets/card.js', imports: ['_react.js'], css: ['assets/card.css'] },
  'src/routes/auth.tsx?tsr-split=component': { file: 'assets/auth.js', imports: ['src/entry-client.tsx'] },
  'src/routes/_site.tsx?tsr-split=component': { file: 'assets/site.js', imports: ['_card.js'] },
  'src/routes/_site/index.tsx?tsr-split=component': {
    file: 'assets/index.js',
    imports: ['_card.js', 'src/entry-client.tsx'],
    css: ['assets/index.css'],
  },
};
const assets = routerManifests(build, (path) => `text of ${path}`);

const hydrationOf = (...routeIds: string[]) => assets(routeIds).hydration;

describe('the assets of a page', () => {
  it('are the inline hydration loader, which fetches the app after the first paint: the route and its layouts, each once', () => {
    expect(hydrationOf('/auth')).toEqual({
      when: 'painted',
      text: 'text of /assets/hydration-loader.js',
      app: '/assets/entry.js /assets/react.js /assets/auth.js',
    });
  });

  it('are fetched on demand on a read-mostly page', () => {
    expect(hydrationOf('/_site/')).toMatchObject({
      when: 'wanted',
      app: '/assets/entry.js /assets/react.js /assets/site.js /assets/card.js /assets/index.js',
    });
  });

  it('include the styles of every page inline, with their source', () => {
    expect(assets(['/auth']).manifest.inlineCss?.styles['/assets/index.css']).toBe(
      '/*/assets/index.css*/text of /assets/index.css',
    );
    expect(assets(['/auth']).manifest.routes['/_site/']).toEqual({ css: ['/assets/card.css', '/assets/index.css'] });
  });

  it('are the layouts’ for a route without a chunk of its own, and the app’s for an unknown page', () => {
    expect(hydrationOf('__root__', '/auth', '/auth/$section')).toBe(hydrationOf('/auth'));
    expect(hydrationOf('__root__')?.app).toBe('/assets/entry.js /assets/react.js');
  });

  it('need a loader without imports, because it is inlined and relative imports would fail', () => {
    const parted = {
      ...build,
      'src/hydration/hydration-loader.ts': { file: 'assets/hydration-loader.js', imports: ['_menus.js'] },
    };
    expect(() => routerManifests(parted, () => '')).toThrow('can import nothing');
  });

  it('need a build', () => {
    expect(() => routerManifests({}, () => '')).toThrow('npm run build');
  });

  it.each([
    ['index', '/'],
    ['privacy', '/privacy'],
    ['auth_.confirm', '/auth_/confirm'],
    ['_app', '/_app'],
    ['_site/index', '/_site/'],
    ['_app/dashboard/index', '/_app/dashboard/'],
    ['_app/dashboard/$slug', '/_app/dashboard/$slug'],
  ])('map file %s to route %s', (file, id) => {
    expect(routeIdOfFile(file)).toBe(id);
  });
});
