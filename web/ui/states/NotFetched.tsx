/** In place of a part of a screen whose code could not be fetched. */
export function NotFetched() {
  return (
    <p role="alert" className="text-soft">
      This part could not be fetched. Check your connection, then reload the page; nothing you typed is lost.
    </p>
  );
}

/** For `lazy`: a part that can't be fetched says so, and the screen around it stays. */
export const notFetched = () => ({ default: NotFetched });
