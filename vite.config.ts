import { existsSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { productName } from '#shared/rules/product.ts';

const surveyEntry = 'web/survey-entry.tsx';

export default defineConfig({
  publicDir: 'web/public',
  plugins: [react({ compiler: true }), tailwindcss(), productInHtml(), surveyPageInDevelopment()],
  build: {
    outDir: 'dist/web',
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: existsSync(surveyEntry) ? ['index.html', 'survey.html'] : ['index.html'],
      output: {
        // React stays apart from everything else, so the survey page fetches it and nothing of the app.
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
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
