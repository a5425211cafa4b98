import { lazy, Suspense, useState } from 'react';

const Sections = lazy(() => import('./Sections.tsx').then((m) => ({ default: m.Sections })));
const place = 'landing-sections';

/**
 * The sections to read. The build puts them into the page, where they need no script: their code is only fetched by
 * visitors who come to the landing page from within the app.
 */
export function PrerenderedSections() {
  const [isThere] = useState(() => typeof document === 'object' && document.getElementById(place) !== null);
  if (isThere) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: an empty text, which makes React leave what it finds there
    return <div id={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
  }
  return (
    <div id={place}>
      <Suspense>
        <Sections />
      </Suspense>
    </div>
  );
}
