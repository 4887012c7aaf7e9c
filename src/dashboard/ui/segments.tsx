// A few choices side by side, one of them in force: buttons that are pressed or not.

export function Segments<T extends string>({
  label,
  options,
  selected,
  onSelect,
}: {
  /** The name of the choice. */
  label: string
  options: readonly (readonly [value: T, words: string])[]
  selected: T
  onSelect: (value: T) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend and a frame, this a row
    <div className="segmentos" role="group" aria-label={label}>
      {options.map(([value, words]) => (
        <button key={value} type="button" aria-pressed={value === selected} onClick={() => onSelect(value)}>
          {words}
        </button>
      ))}
    </div>
  )
}
