import { CloseIcon } from '#core/web/ui/icons.tsx';

interface ChipsProps {
  /** The accessible name, for example `Selected sectors`. */
  label: string;
  names: readonly string[];
  /** The number of chips to show; the others are counted. */
  max?: number;
  /** Longer names are truncated. */
  maxLength?: number;
  onRemove: (name: string) => void;
}

/** The selected names, each with a remove button. */
export function Chips({
  label,
  names,
  max = Number.POSITIVE_INFINITY,
  maxLength = Number.POSITIVE_INFINITY,
  onRemove,
}: ChipsProps) {
  if (names.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-1.5">
      {names.slice(0, max).map((name) => (
        <li
          key={name}
          title={name}
          className="flex max-w-full items-center rounded-box border border-line-strong bg-sunken ps-2 text-sm/6"
        >
          <span className="truncate">{truncateName(name, maxLength)}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(name)}
            className="needs-script flex size-6 items-center justify-center rounded-box text-muted hover:text-ink"
          >
            <CloseIcon className="size-3.5" />
          </button>
        </li>
      ))}
      {names.length > max && <li className="px-1 text-sm/6 text-muted">{`+${names.length - max} more`}</li>}
    </ul>
  );
}

const truncateName = (name: string, maxLength: number) =>
  name.length > maxLength ? `${name.slice(0, maxLength).trimEnd()}…` : name;

interface SelectedSymbolsProps {
  symbols: string[];
  onChange: (symbols: string[]) => void;
}

/** Symbols are set by links; here they can only be removed. */
export function SelectedSymbols({ symbols, onChange }: SelectedSymbolsProps) {
  if (symbols.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <input type="hidden" name="symbol" value={symbols.join(',')} />
      <span className="font-medium">{symbols.length === 1 ? 'Symbol' : 'Symbols'}</span>
      <Chips
        label="Selected symbols"
        names={symbols}
        onRemove={(removed) => onChange(symbols.filter((symbol) => symbol !== removed))}
      />
    </div>
  );
}
