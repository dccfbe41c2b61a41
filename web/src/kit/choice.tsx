interface ChoiceProps<Value> {
  /** What is chosen, for those who do not see the buttons next to each other. */
  label: string
  /** Each title is shown once. */
  options: readonly (readonly [value: Value, title: string])[]
  chosen: Value
  onChoose(value: Value): void
}

/** One of a few: buttons in a row. */
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
