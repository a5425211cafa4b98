import type { Trail } from '#shared/contracts/trails.ts';

/** "2 ideation sessions, 1 survey and 1 support request"; "Nothing" for a trail on which nothing was made. */
export function countThings({ ideations, surveys, ...others }: Trail): string {
  const { buildPrompts, supportRequests, campaigns } = others;
  const counts = [
    count(ideations.length, 'ideation session'),
    count(surveys.length, 'survey'),
    count(buildPrompts.length, 'build prompt'),
    count(supportRequests.length, 'support request'),
    count(campaigns.length, 'campaign'),
  ].filter((text) => text !== null);
  const last = counts.pop();
  if (!last) return 'Nothing';
  return counts.length === 0 ? last : `${counts.join(', ')} and ${last}`;
}

function count(number: number, thing: string): string | null {
  if (number === 0) return null;
  return number === 1 ? `1 ${thing}` : `${number.toLocaleString()} ${thing}s`;
}
