interface OptionGroupProps<Value extends string> {
  legend: string;
  name: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value;
  onChoose: (value: Value) => void;
}

/** A group of radio buttons. */
export function OptionGroup<Value extends string>({
  legend,
  name,
  options,
  chosen,
  onChoose,
}: OptionGroupProps<Value>) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">
        {options.map(({ value, label }) => (
          <label key={value} className="flex min-h-8 cursor-pointer items-center gap-2">
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="size-4.5 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
