import { useEffect, useEffectEvent, useRef, useState } from 'react';

const DEBOUNCE_MS = 300;

/** Narrows the list by symbol or title, shortly after typing stops. */
export function SearchBox({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);

  const search = useEffectEvent(() => {
    const wanted = text.trim();
    if (wanted === value) return;
    lastSearch.current = wanted;
    onSearch(wanted);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    const timer = setTimeout(() => search(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  // Back and Forward change the value; the box's own search, once it arrives, must not undo what was typed since.
  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value]);

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
