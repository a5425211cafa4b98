import { Component, type ReactNode } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';

/** `place` is where the reader is: going elsewhere tries again. */
type Props = { place: string; children: ReactNode };
type State = { failedAt: string | null };

/** Keeps the header and the way out when a page breaks or its files can't be fetched. */
export class CrashBoundary extends Component<Props, State> {
  // Not a field of the class, as in `api-error.ts`.
  constructor(props: Props) {
    super(props);
    this.state = { failedAt: null };
  }

  static getDerivedStateFromError() {
    return { failedAt: '' };
  }

  static getDerivedStateFromProps({ place }: Props, { failedAt }: State): State | null {
    if (failedAt === '') return { failedAt: place };
    return failedAt !== null && failedAt !== place ? { failedAt: null } : null;
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children;
    return (
      <div className="mx-auto max-w-xl px-4 py-16 sm:px-6">
        <ErrorState
          title="This page could not be shown."
          // Without a network the browser would put its own page in place of this one.
          onRetry={() => navigator.onLine && window.location.reload()}
          retryText="Reload the page"
        >
          {navigator.onLine ? 'What you have saved is safe. Reloading usually helps.' : offline.text}
        </ErrorState>
      </div>
    );
  }
}
