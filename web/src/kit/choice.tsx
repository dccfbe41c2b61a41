interface ChoiceProps<Value> {
  /** The name of the choice for screen readers. */
  label: string
  /** Each title must be unique. */
  options: readonly (readonly [value: Value, title: string])[]
  chosen: Value
  onChoose(value: Value): void
}

/** A choice of one of several buttons in a row. */
export function Choice<Value>({ label, options, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset class="choice">
      <legend class="away">{label}</legend>
      {options.map(([value, title]) => (
        <button
          key={title}
          type="button"
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {title}
        </button>
      ))}
    </fieldset>
  )
}
