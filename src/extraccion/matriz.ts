// Places of a PDF: a point of a picture or a letter to where it is drawn (ISO 32000-1 §8.3.3).

export type Matriz = readonly [number, number, number, number, number, number]
/** Applies the second matrix first. */
export const times = ([a, b, c, d, e, f]: Matriz, [g, h, i, j, k, l]: Matriz): Matriz => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]
