/** Adds a company to the watchlist. The button is inert until the page is idle and `features/accounts/web/watchlist/stars.ts` follows all of them. */
export const StarButton = ({ symbol, className = '' }: { symbol: string; className?: string }) => (
  <button
    type="button"
    disabled
    data-star={symbol}
    aria-label={`Watch ${symbol}`}
    className={`star needs-script ${className}`}
  />
);
