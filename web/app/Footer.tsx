import { Link } from 'react-router';
import { Mark } from '#web/ui/Mark.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

export function Footer() {
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
