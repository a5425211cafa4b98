import { Link } from 'react-router';

export function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="rounded-s font-medium text-ink underline decoration-edge underline-offset-3 hover:decoration-current pointer-coarse:py-3"
    >
      {children}
    </Link>
  );
}
