import { Button } from '#web/ui/button.tsx';

/** Replaces the plans if they could not be loaded. */
export function PricingFailure({ reason, onRetry }: { reason: string; onRetry: () => void }) {
  return (
    <section
      role="alert"
      aria-labelledby="pricing-failure"
      className="max-w-2xl rounded-box border border-l-4 border-danger bg-danger-soft px-5 py-4"
    >
      <h2 id="pricing-failure" className="text-lg">
        Unable to Load Pricing
      </h2>
      <p className="mt-1 wrap-anywhere">{reason}</p>
      <ul className="mt-3 list-disc pl-5 text-sm">
        <li>Check your internet connection.</li>
        <li>Make sure that the backend is running.</li>
        <li>If it still fails, refresh the page later.</li>
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onRetry}>Try Again</Button>
        <Button variant="secondary" onClick={() => location.reload()}>
          Refresh Page
        </Button>
      </div>
    </section>
  );
}
