import { Link } from 'react-router';
import { Badge } from './Badge.tsx';

type NewMarkProps = {
  count: number;
  /** One of them: "answer". */
  of: string;
  to: string;
};

/** "3 new": what came since it was last opened, as the link that opens it. Nothing for none. */
export function NewMark({ count, of, to }: NewMarkProps) {
  if (count <= 0) return null;
  return (
    <Link
      to={to}
      className="relative inline-block rounded-full align-middle hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-3"
    >
      <Badge tone="spark" icon={null} className="tabular-nums">
        {count.toLocaleString()} new<span className="sr-only">{` ${of}${count === 1 ? '' : 's'}`}</span>
      </Badge>
    </Link>
  );
}
