import { SurveyScreen } from '#web/features/surveys/page/SurveyScreen.tsx';
import { Mark } from '#web/ui/Mark.tsx';

type SurveyPageProps = {
  path: string;
  /** Goes to an address outside of this page, without a way back to it. */
  leave: (address: string) => void;
};

/** `/survey/{slug}` with a frame of its own: respondents don't load the app. */
export function SurveyPage({ path, leave }: SurveyPageProps) {
  return (
    <div className="flex min-h-dvh flex-col in-data-framed:min-h-0">
      <header className="border-line max-sm:order-last sm:border-b">
        <div className="mx-auto flex h-15 max-w-6xl items-center px-4 sm:px-6">
          <a href="/" className="flex rounded-s">
            <Mark />
          </a>
        </div>
      </header>
      <main className="mx-auto flex w-full max-w-6xl grow flex-col px-4 pt-6 max-sm:not-in-data-framed:min-h-dvh sm:px-6 sm:py-14">
        <SurveyScreen surveyId={surveyIdOf(path)} leave={leave} />
      </main>
      {/* English on every page: beside questions in another language it would be foreign. */}
      <footer className="border-t border-line [html:not(:lang(en))_&]:hidden">
        <p className="mx-auto max-w-6xl px-4 py-6 text-meta text-faint sm:px-6">
          Professional support for founders and Vibe coders.
        </p>
      </footer>
    </div>
  );
}

/** The survey's id in the page's path; empty when there is none. */
function surveyIdOf(path: string): string {
  const slug = path.split('/')[2] ?? '';
  try {
    return decodeURIComponent(slug);
  } catch {
    return '';
  }
}
