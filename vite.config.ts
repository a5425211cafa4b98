import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { productName } from '#shared/rules/product.ts';

/** Folders of the survey page, the first load, and what rarely renders: compiled they render no less and weigh a quarter more. */
const uncompiled = [
  'web/app',
  'web/drafts',
  'web/features/account',
  'web/features/activity',
  'web/features/billing',
  'web/features/landing',
  'web/features/surveys/page',
  'web/features/trails',
  'web/pages',
  'web/studio',
  'web/ui',
];

/** The oldest browsers that are served; `tsconfig.browser.json` holds their library. */
const baseline = ['safari15.4', 'ios15.4', 'firefox115', 'chrome111', 'edge111'];

const loads = collectLoads();

/** Most forms have these. */
const formParts = inFolders([
  'shared/rules/lists.ts',
  'web/api/failure-message.ts',
  'web/api/new-id.ts',
  'web/drafts/draft-store.ts',
  'web/drafts/unsent.ts',
  'web/drafts/use-draft.ts',
  'web/studio/use-run.ts',
  'web/ui/controls/TextArea.tsx',
]);

/** Modules that share a file. Each file more is named in the first load, and costs a request and its headers. */
const groups = [
  // React changes less often than what is built on it, so browsers keep it longer.
  {
    name: 'react',
    test: inFolders(['node_modules/react', 'node_modules/react-dom', 'node_modules/scheduler']),
  },
  { name: 'index', test: (id: string) => loads.first.has(id) },
  {
    name: 'suite',
    test: (id: string) => loads.suite.has(id) || formParts.test(id),
    minShareCount: 3,
  },
  // With its parts, which no other page has at once.
  { name: 'account', test: inFolders(['web/features/account/account.ts']) },
  { name: 'frame', test: inFolders(['web/pages/suite/Suite.tsx']) },
  { name: 'icons', test: inFolders(['node_modules/lucide-react']), minShareCount: 2 },
];

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    react({ compiler: true, exclude: [/node_modules/, inFolders(uncompiled)] }),
    tailwindcss(),
    productInHtml(),
    themeInHtml(),
    loads.plugin,
    noEmptyGroup(),
    surveyPageInDevelopment(),
  ],
  server: {
    port: Number(process.env.DEV_PORT ?? 3000),
    strictPort: true,
    // Paths that the server answers itself. Its own name for the site must stay the browser's: no changed Host.
    proxy: Object.fromEntries(
      ['/api', '/test-checkout', '/outbox', '/manifest.webmanifest'].map((path) => [
        path,
        { target: process.env.DEV_SERVER },
      ]),
    ),
  },
  build: {
    outDir: 'dist/web',
    target: baseline,
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups },
      },
    },
  },
});

function productInHtml(): Plugin {
  return {
    name: 'product-in-html',
    transformIndexHtml: (html) => html.replaceAll('%PRODUCT%', productName),
  };
}

/** The script that sets the theme is in the page itself: every page would wait for it. */
function themeInHtml(): Plugin {
  return {
    name: 'theme-in-html',
    apply: 'build',
    async transformIndexHtml(html) {
      const { code } = await minify('theme.js', await readFile('web/public/theme.js', 'utf8'));
      return html.replace('<script src="/theme.js"></script>', () => `<script>${code.trim()}</script>`);
    },
  };
}

/** `/survey/{slug}` has an HTML file of its own; in production the server picks it. */
function surveyPageInDevelopment(): Plugin {
  return {
    name: 'survey-page-in-development',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/survey\/[^/?]+\/?(\?|$)/.test(request.url ?? '')) request.url = '/survey.html';
        next();
      });
    },
  };
}

/** The pages behind the login begin with these. */
const suiteEntries = inFolders(['web/api/QueryProvider.tsx', 'web/pages/suite/Suite.tsx']);

/** Matches what is in one of these folders, or is one of these files. @throws Error for one that isn't there. */
function inFolders(paths: string[]): RegExp {
  const gone = paths.filter((path) => !existsSync(path));
  if (gone.length > 0) throw new Error(`vite.config.ts names ${gone.join(', ')}, which isn't there.`);
  return new RegExp(`/(${paths.map((path) => path.replace('.', '\\.')).join('|')})(/|$)`);
}

/** Fails a build in which a group of chunks has no module. */
function noEmptyGroup(): Plugin {
  let isApp = false;
  return {
    name: 'no-empty-group',
    apply: 'build',
    configResolved({ build }) {
      // The survey page is one file.
      isApp = build.rolldownOptions.input === 'index.html';
    },
    generateBundle(_options, bundle) {
      const names = new Set(Object.values(bundle).map(({ name }) => name));
      const empty = groups.filter(({ name }) => !names.has(name));
      if (isApp && empty.length > 0)
        this.error(`No module is in ${empty.map(({ name }) => name).join(', ')}.`);
    },
  };
}

/**
 * Modules that are needed together, to be put into one file: each more would cost a request, and its headers. `first` is what every
 * page needs at once, `suite` what the dashboard needs beyond it and other pages share. Whole modules are followed, so what
 * is needed at once imports its icons one by one and not from the list of all.
 */
function collectLoads(): { plugin: Plugin; first: Set<string>; suite: Set<string> } {
  const first = new Set<string>();
  const suite = new Set<string>();
  const plugin: Plugin = {
    name: 'collect-loads',
    apply: 'build',
    buildEnd() {
      const collect = (modules: Set<string>, id: string) => {
        if (modules.has(id)) return;
        modules.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) collect(modules, imported);
      };
      for (const id of this.getModuleIds()) {
        if (this.getModuleInfo(id)?.isEntry) collect(first, id);
        if (suiteEntries.test(id)) collect(suite, id);
      }
    },
  };
  return { plugin, first, suite };
}
