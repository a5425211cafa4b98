import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { CrashBoundary } from '#web/app/CrashBoundary.tsx';
import { fitFrame } from '#web/features/surveys/page/fit-frame.ts';
import { connectVisitor } from '#web/features/surveys/page/visitor.ts';
import { SurveyPage } from '#web/pages/survey/SurveyPage.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('survey.html has no element with the id root.');
const { pathname } = window.location;
if (window.parent !== window) fitFrame(root, window.parent);
connectVisitor();
createRoot(root).render(
  <StrictMode>
    <CrashBoundary place={pathname}>
      <SurveyPage path={pathname} leave={(address) => window.location.replace(address)} />
    </CrashBoundary>
  </StrictMode>,
);
