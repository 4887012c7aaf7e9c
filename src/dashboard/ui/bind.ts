// Binds controls to the fields of what is being written: each control's value, its change and its fault.

/**
 * `bind('giro')`: the props of the control of that field; `bind('fecha', 'resolucion.fecha')` where the API calls it otherwise.
 * `errorOf` says the fault of a path.
 */
export const bindTo =
  <D extends object, P extends string = string>(
    draft: D,
    onChange: (part: Partial<D>) => void,
    errorOf: (path: P) => string | undefined = () => undefined,
  ) =>
  <K extends keyof D & string>(key: K, path: P = key as string as P) => ({
    value: draft[key],
    onChange: (value: D[K]) => onChange({ [key]: value } as unknown as Partial<D>),
    error: errorOf(path),
  })
