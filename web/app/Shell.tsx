import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Mark } from '#web/ui/Mark.tsx';
import { Loading, Skeleton } from '#web/ui/states/Skeleton.tsx';
import { useTheme } from '#web/ui/theme.ts';
import { CrashBoundary } from './CrashBoundary.tsx';
import { Header } from './Header.tsx';
import { useScrolling } from './use-scrolling.ts';

/** Header, footer and frame of every page. */
export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useScrolling();
  useRouteFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <Header />
      {/* At least a screen high: a page that is still loading must not let the footer jump. */}
      <main id="main" tabIndex={-1} className="min-h-dvh grow">
        <CrashBoundary place={pathname}>
          <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
        </CrashBoundary>
      </main>
      <Footer />
    </div>
  );
}

function PageSkeleton() {
  return (
    <Loading label="Loading the page" className="mx-auto max-w-6xl px-4 py-8 sm:px-6">
      <div className="grid gap-5">
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="h-40 w-full rounded-m" />
        <Skeleton className="h-40 w-full rounded-m" />
      </div>
    </Loading>
  );
}

function Footer() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-6xl gap-5 px-4 py-8 sm:px-6 md:flex md:items-center md:gap-8">
        <div>
          <Mark />
          <p className="mt-1 text-meta text-faint">Professional support for founders and Vibe coders.</p>
        </div>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-5 text-soft md:ml-auto">
          {links.map(({ text, to }) => (
            <Link key={to} to={to} className="rounded-s py-2 hover:text-ink pointer-coarse:py-3">
              {text}
            </Link>
          ))}
        </nav>
        <ThemeSwitch />
      </div>
    </footer>
  );
}

const links = [
  { text: 'Pricing', to: '/#pricing' },
  { text: 'Startup Social', to: '/startup-social' },
  { text: 'What your plan covers', to: '/what-your-plan-covers' },
  { text: 'FAQ', to: '/FAQ' },
  { text: 'Contact Us', to: '/ContactUs' },
];

function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-s bg-raised px-4 py-2 font-medium focus:translate-y-0 focus:shadow-float"
    >
      Skip to content
    </a>
  );
}

const choices = [
  { theme: 'system', name: 'System theme', Icon: Monitor },
  { theme: 'light', name: 'Light theme', Icon: Sun },
  { theme: 'dark', name: 'Dark theme', Icon: Moon },
] as const;

function ThemeSwitch() {
  const [chosen, choose] = useTheme();
  return (
    <fieldset className="flex w-fit gap-0.5 rounded-full p-0.5 inset-ring inset-ring-line">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme, name, Icon }) => (
        <label
          key={theme}
          title={name}
          className="relative grid size-7 place-items-center rounded-full text-faint transition-colors duration-100 hover:text-ink has-checked:bg-muted has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-spark pointer-coarse:size-10"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => choose(theme)}
            aria-label={name}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          <Icon size={15} aria-hidden="true" className="pointer-events-none relative" />
        </label>
      ))}
    </fieldset>
  );
}

/** Moves the focus to the new page's content, so that a screen reader starts there and not in the old menu. */
function useRouteFocus(): void {
  const { pathname } = useLocation();
  const previousPath = useRef(pathname);

  useEffect(() => {
    if (previousPath.current === pathname) return;
    previousPath.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
