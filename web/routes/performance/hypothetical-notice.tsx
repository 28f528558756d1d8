import { Notice } from '#web/ui/feedback/notice.tsx';

/** The disclosure that the results of signals are hypothetical. */
export function HypotheticalNotice() {
  return (
    <Notice title="These results are hypothetical" className="mb-8">
      They are calculated from published signals and end-of-day prices. No orders were placed. Hypothetical
      results have limits: rules are chosen with the benefit of hindsight, no money is at risk, and real
      orders may not be filled at these prices, for example for lack of liquidity. No claim is made that an
      account has achieved or will achieve them. Past performance does not predict future results.
    </Notice>
  );
}
