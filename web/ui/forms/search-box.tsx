import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface SearchBoxProps {
  label: string;
  placeholder: string;
  /** What is searched for now. */
  value: string;
  debounceMs: number;
  maxLength: number;
  /** The name in a form that is sent without scripts. */
  name?: string;
  className: string;
  onSearch: (text: string) => void;
}

/** Searches shortly after typing stops, or at once on Enter. */
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
    const wanted = text.trim();
    if (wanted === value) return;
    lastSearch.current = wanted;
    onSearch(wanted);
  };
  const searchLater = useEffectEvent(search);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the wait
  useEffect(() => {
    const timer = setTimeout(() => searchLater(), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);

  // Back and Forward change the value; the box's own search, once it arrives, must not undo what was typed since.
  useEffect(() => {
    if (value === lastSearch.current) return;
    lastSearch.current = value;
    setText(value);
  }, [value]);

  const searchAtOnce = (event: KeyboardEvent) => {
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
      onKeyDown={searchAtOnce}
      className={className}
    />
  );
}
