// The shell's own failures, before there is a screen: the API's words and another try. Screens have FaultNotice, which knows more and
// weighs more.

import type { Fault } from '../api/fault'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

export function Trouble({ fault, onRetry }: { fault: Fault; onRetry?: () => void }) {
  return (
    <Notice tone="mal">
      <p>{fault.message}</p>
      {onRetry && (
        <div>
          <Button onClick={onRetry}>Reintentar</Button>
        </div>
      )}
    </Notice>
  )
}
