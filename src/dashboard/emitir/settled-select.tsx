// The cell of a liquidación that says what its line settles. Apart, with its table: other types have none.

import type { SelectHTMLAttributes } from 'react'
import { settledOptions } from './settled'

export default function SettledSelect({
  value,
  ...rest
}: SelectHTMLAttributes<HTMLSelectElement> & { value: string }) {
  return (
    <select className="entrada" value={value} {...rest}>
      {settledOptions(value).map(([code, words]) => (
        <option key={code} value={code}>
          {words}
        </option>
      ))}
    </select>
  )
}
