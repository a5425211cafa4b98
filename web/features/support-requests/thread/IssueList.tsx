/** Issues of the request, in the customer's words. */
export function IssueList({ issues }: { issues: string[] }) {
  return (
    <section aria-label="Issues">
      <h3 className="text-meta text-faint">{issues.length === 1 ? 'Issue' : 'Issues'}</h3>
      <ol
        className={issues.length > 1 ? 'ml-5 grid list-decimal grid-cols-1 gap-2' : 'grid grid-cols-1 gap-2'}
      >
        {issues.map((text, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an issue keeps its place
          <li key={place} dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {text}
          </li>
        ))}
      </ol>
    </section>
  );
}
