import { CloseIcon } from '#web/ui/icons.tsx';

interface ChipsProps {
  /** What the chips are, for screen readers: `Sectors chosen`. */
  label: string;
  names: readonly string[];
  /** How many are shown; the others are counted. All of them unless told. */
  max?: number;
  /** Longer names are cut. None is unless told. */
  maxLength?: number;
  onRemove: (name: string) => void;
}

/** What was chosen, each with a button that takes it away. */
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
          className="flex max-w-full items-center rounded-box border border-line-strong bg-sunken pl-2 text-sm/6"
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
      {names.length > max && <li className="px-1 text-sm/6 text-muted">+{names.length - max} more</li>}
    </ul>
  );
}

/** A name of at most that many characters, then an ellipsis. */
const truncateName = (name: string, maxLength: number) =>
  name.length > maxLength ? `${name.slice(0, maxLength).trimEnd()}…` : name;
