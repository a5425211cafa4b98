import { StrictMode } from 'react';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './App.tsx';

/** The landing page as HTML, for the build; the browser hydrates exactly this tree. */
export async function renderLandingPage(): Promise<string> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location="/">
        <App isVisitor />
      </StaticRouter>
    </StrictMode>,
    // In one piece: a boundary that is sent apart would need scripts of React's own in the page.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return new Response(prelude).text();
}
