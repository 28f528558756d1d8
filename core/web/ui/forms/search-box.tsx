import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** The current search. */
  value: string;
  debounceMs: number;
  maxLength: number;
  name?: string;
  className: string;
  onSearch: (text: string) => void;
}

/** Searches shortly after typing stops, or immediately on Enter. */
export function SearchBox({
  label,
  placeholder,
  value,
  debounceMs,
  maxLength,
  name,
  className,
  onSearch,
}: SearchBoxProps) {
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);

  const search = () => {
    const typed = text.trim();
    if (typed === value) return;
    lastSearch.current = typed;
    onSearch(typed);
  };
  const searchLater = useEffectEvent(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the delay
  useEffect(() => {
    const timer = setTimeout(() => searchLater(), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  // Back and Forward change the value. A search that was started here must not overwrite text typed since.
  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value]);

  const searchOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    search();
  };

  return (
    <input
      type="search"
      name={name}
      aria-label={label}
      placeholder={placeholder}
      maxLength={maxLength}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onKeyDown={searchOnEnter}
      className={className}
    />
  );
}
