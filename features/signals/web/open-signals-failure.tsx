/** Replaces `OpenSignals` within a line of text. Above the link that covers the card. */
export function OpenSignalsFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <span role="alert" className="relative text-danger">
      Could not be loaded.{' '}
      <button type="button" className="link" onClick={onRetry}>
        Try Again
      </button>
    </span>
  );
}
