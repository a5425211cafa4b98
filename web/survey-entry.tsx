import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from '#web/app/CrashBoundary.tsx';
import { followTranslation } from '#web/app/follow-translation.ts';
import { connectVisitor } from '#web/features/surveys/page/visitor.ts';
import { SurveyPage } from '#web/pages/survey/SurveyPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('survey.html has no element with the id root.');
const { pathname } = window.location;
if (window.parent !== window) fitFrame(root);
connectVisitor();
followTranslation();
createRoot(root).render(
  <StrictMode>
    <CrashBoundary place={pathname}>
      <SurveyPage path={pathname} leave={(address) => window.location.replace(address)} />
    </CrashBoundary>
  </StrictMode>,
);

/** Sends the page around a framed survey each new height, as the embed snippet expects, and opens links in tabs. */
function fitFrame(content: HTMLElement): void {
  document.documentElement.dataset.framed = '';
  const base = document.createElement('base');
  base.target = '_blank';
  document.head.append(base);
  const send = () => window.parent.postMessage({ surveyHeight: content.offsetHeight }, '*');
  new ResizeObserver(send).observe(content);
}
