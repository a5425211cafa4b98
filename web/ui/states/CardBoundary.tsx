import { Component, type ReactNode } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { ErrorState } from './ErrorState.tsx';

/** `name` is the card's title. */
type Props = { name: string; children: ReactNode };

/** Keeps the cards beside it when one breaks. */
export class CardBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    const { name, children } = this.props;
    if (!this.state.hasFailed) return children;
    return (
      <Card aria-label={name}>
        <h2 className="mb-3 text-base">{name}</h2>
        <ErrorState
          title="This could not be shown."
          onRetry={() => this.setState({ hasFailed: false })}
          retryText="Retry"
        >
          What you have saved is safe.
        </ErrorState>
      </Card>
    );
  }
}
