import { Component, type ReactNode } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from './ErrorState.tsx';

/** `name` is the card's title. */
type Props = { name: string; children: ReactNode };

type State = { hasFailed: boolean; isOffline: boolean };

/** Keeps the cards beside it when one breaks. */
export class CardBoundary extends Component<Props, State> {
  override state = { hasFailed: false, isOffline: false };

  static getDerivedStateFromError() {
    return { hasFailed: true, isOffline: !navigator.onLine };
  }

  override render() {
    const { name, children } = this.props;
    const { hasFailed, isOffline } = this.state;
    if (!hasFailed) return children;
    // React remembers code that could not be fetched, so it takes a new page.
    const retry = () =>
      isOffline ? navigator.onLine && window.location.reload() : this.setState({ hasFailed: false });
    return (
      <Card aria-label={name}>
        <h2 className="mb-3 text-base">{name}</h2>
        <ErrorState title="This could not be shown." onRetry={retry} retryText="Retry">
          {isOffline ? offline.text : 'What you have saved is safe.'}
        </ErrorState>
      </Card>
    );
  }
}
