import { Chips } from '#core/web/ui/forms/chips.tsx';

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
