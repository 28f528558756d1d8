import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 300;

/** Narrows the list by symbol or title, shortly after typing stops. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      type="search"
      aria-label="Search signals"
      placeholder="Search symbol or title"
      maxLength={60}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className="mb-2 min-h-10 w-full rounded-box border border-line-strong bg-surface px-3 text-sm sm:w-64"
    />
  );
}
