import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { productName } from '#shared/rules/product.ts';

// The survey page, the first load, and what rarely renders: compiled they render no less and weigh a quarter more.
const uncompiled = [
  /node_modules/,
  /\/web\/(app|drafts|studio|ui|pages\/survey|features\/(landing|surveys\/page))\//,
  /\/web\/(pages\/(suite\/dashboard\/)?\w+|features\/(activity|trails)\/\w+|features\/support-requests\/form\/UnsentRequest|features\/billing\/(Plan|Pricing)\w+|features\/account\/(\w+OnDemand|use-auth-view))\.tsx?/,
  /\/web\/features\/ideation\/(ExportMenu|IdeaForm|MarketSize|OpeningNote|OtherSessions|PartialSection|WrittenBy)\.tsx/,
  /Skeleton\.tsx/,
];

/** The oldest browsers that are served; `tsconfig.browser.json` holds their library. */
const baseline = ['safari15.4', 'ios15.4', 'firefox115', 'chrome111', 'edge111'];

const loads = collectLoads();

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    react({ compiler: true, exclude: uncompiled }),
    tailwindcss(),
    productInHtml(),
    themeInHtml(),
    loads.plugin,
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
        // React changes less often than what is built on it, so browsers keep it longer.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'first', test: (id) => loads.first.has(id) },
            { name: 'suite', test: (id) => loads.suite.has(id) || inMostForms.test(id), minShareCount: 3 },
            // Three dialogs have it in common: each file more would be named in the first load.
            { name: 'studio', test: /\/web\/studio\// },
            // Every page behind the login is in its frame.
            { name: 'suite', test: /web\/pages\/suite\/Suite\.tsx$/ },
            // Icons of two dialogs: each would be a file of its own, named in the first load.
            { name: 'icons', test: /lucide-react[\\/].*[\\/]icons[\\/]/, minShareCount: 2 },
            // Parts of forms, for the same reason.
            {
              name: 'form',
              test: /web\/ui\/(focus-first|HumanCheck|NotSent|OptionalLabel|OutboxHint|Outcome|use-sending)\.|rules\/text\/email\.ts/,
            },
            // The preview has them in common with the plan's dialog: every file of its own is named in the first load.
            {
              name: 'suite',
              test: /web\/ui\/(ReadingBoxes|MissingPhrases|use-phrase-boxes)|contracts\/reading\.ts/,
            },
          ],
        },
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

/** Parts of most forms. */
const inMostForms = /\/web\/drafts\/(draft-store|unsent|use-draft)\.ts$/;

/** The pages behind the login begin with these. */
const suiteEntries = /\/web\/(app\/Connected|api\/QueryProvider|pages\/suite\/(Suite|DashboardPage))\.tsx$/;

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
