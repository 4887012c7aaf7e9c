// What the fields of a block get.

export interface ViewProps<S> {
  state: S
  tipo: number
  onChange(state: S): void
}
