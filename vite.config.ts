import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { productName } from '#shared/rules/product.ts';

// Small parts that the survey page loads: compiled they re-render no less and weigh a quarter more.
const uncompiled = [/node_modules/, /\/web\/(ui|pages\/survey|features\/surveys\/page)\//];

export default defineConfig({
  publicDir: 'web/public',
  plugins: [
    react({ compiler: true, exclude: uncompiled }),
    tailwindcss(),
    productInHtml(),
    surveyPageInDevelopment(),
  ],
  server: {
    port: Number(process.env.DEV_PORT ?? 3000),
    strictPort: true,
    // What the server answers itself. Its own name for the site must stay the browser's: no changed Host.
    proxy: Object.fromEntries(
      ['/api', '/test-checkout', '/outbox'].map((path) => [path, { target: process.env.DEV_SERVER }]),
    ),
  },
  build: {
    outDir: 'dist/web',
    // A data: URL would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // React changes less often than what is built on it, so browsers keep it longer.
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
