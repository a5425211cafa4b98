import type { Reach } from '#shared/contracts/reach.ts';
import { placeName } from '#shared/rules/place-name.ts';

/** Where people came from, in the server's order. A place has a row of its own, so that narrow cards hold the counts. */
export function CommunityTable({ communities }: Pick<Reach, 'communities'>) {
  if (communities.length === 0) return null;
  return (
    <table aria-label="Communities" className="mt-4 w-full text-left text-meta tabular-nums">
      <thead className="text-faint">
        <tr>
          {columns.map(({ name, title }) => (
            <th key={name} scope="col" className="py-1.5 pl-1.5 text-right align-bottom font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      {communities.map((community) => (
        <tbody
          key={`${community.source} ${community.host} ${community.community}`}
          className="border-t border-line"
        >
          <tr>
            <th scope="rowgroup" colSpan={columns.length} className="pt-1.5 font-normal wrap-anywhere">
              {placeName(community)}
            </th>
          </tr>
          <tr>
            {columns.map(({ name }) => (
              <td key={name} className="pb-1.5 pl-1.5 text-right">
                {community[name].toLocaleString()}
              </td>
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  );
}

const columns = [
  { name: 'replies', title: 'Replies' },
  { name: 'visits', title: 'Visits' },
  { name: 'signUps', title: 'Sign-ups' },
  { name: 'surveyAnswers', title: 'Answers' },
  { name: 'qualifiedAnswers', title: 'Qualified' },
] as const;
