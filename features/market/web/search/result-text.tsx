import type { SearchItem } from './search-groups.tsx';

/** The text of a result: the symbol of a company in a column of its own, then title and detail. */
export function ResultText({ item: { symbol, title, detail } }: { item: SearchItem }) {
  return (
    <>
      {symbol && (
        <span className="w-20 shrink-0 font-semibold wrap-anywhere" translate="no">
          {symbol}
        </span>
      )}
      <span className="min-w-0">
        <span dir="auto" className="block wrap-anywhere">
          {title}
        </span>
        {detail && <span className="block text-xs text-muted wrap-anywhere">{detail}</span>}
      </span>
    </>
  );
}
