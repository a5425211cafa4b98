import './look-behind.ts';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { App } from './App.tsx';
import { followTranslation } from './follow-translation.ts';

followTranslation();

// The script of the prerendered page may fetch this while the page itself is still arriving.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element with the id root.');
  // The build rendered the landing page: right for visitors, hidden from people who were signed in here.
  const isVisitor = root.hasChildNodes() && !isAccountRemembered();
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App isVisitor={isVisitor} />
      </BrowserRouter>
    </StrictMode>
  );
  // A translated page is not the one that the build rendered.
  if (isVisitor && !root.querySelector('font')) {
    dispatchEvent(new Event('hydrating'));
    hydrateRoot(root, app);
  } else {
    root.replaceChildren();
    createRoot(root).render(app);
    document.documentElement.classList.remove('returning');
  }
}
