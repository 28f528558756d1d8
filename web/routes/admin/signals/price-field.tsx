import { TextField, type TextFieldProps } from '#web/ui/forms/text-field.tsx';

/** A field for a price in rupees. */
export function PriceField({ onPrice, ...field }: TextFieldProps & { onPrice?: (price: string) => void }) {
  return (
    <TextField
      type="number"
      inputMode="decimal"
      step="0.01"
      min="0.01"
      required
      autoComplete="off"
      placeholder="0.00"
      className="figures text-end max-sm:px-2"
      // Scrolling over a focused number field would change the price unnoticed.
      onWheel={(event) => event.currentTarget.blur()}
      {...(onPrice && { onChange: (event) => onPrice(event.target.value) })}
      {...field}
    />
  );
}
