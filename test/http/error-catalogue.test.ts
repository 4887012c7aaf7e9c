// The error catalogue of http §8: every code with its status, the ones of later areas named.

import { expect, test } from 'bun:test'
import { STATUS } from '../../src/http/errors'

const CONTRACT: Record<number, string> = {
  400: 'INVALID_JSON INVALID_PARAMETER',
  401: 'UNAUTHORIZED INVALID_CREDENTIALS TOKEN_EXPIRED TOKEN_INVALID REFRESH_REUSED API_KEY_INVALID API_KEY_EXPIRED API_KEY_REVOKED',
  403: 'FORBIDDEN SCOPE_REQUIRED SESSION_REQUIRED NO_ACTIVE_COMPANY PLAN_LIMIT EMISSION_LIMIT PLAN_FEATURE',
  404: 'NOT_FOUND ROUTE_NOT_FOUND GUIDE_NOT_FOUND PERIOD_NOT_SYNCED',
  405: 'METHOD_NOT_ALLOWED',
  409: 'CONFLICT ALREADY_EXISTS IDEMPOTENCY_IN_PROGRESS INVALID_STATE NO_FOLIOS GUIDE_ALREADY_INVOICED GUIDE_VOIDED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR IDEMPOTENCY_MISMATCH INVALID_RUT DOCUMENT_TYPE_NOT_ALLOWED REFERENCE_NOT_FOUND AMOUNT_MISMATCH BALANCE_EXCEEDED GUIDE_NOT_INVOICEABLE GUIDES_MIXED_RECEIVER CERTIFICATE_MISSING CERTIFICATE_EXPIRED CERTIFICATE_INVALID CAF_INVALID CAF_EXPIRED CAF_WRONG_COMPANY INTL_PURCHASE_BLOCKED',
  429: 'RATE_LIMIT',
  500: 'INTERNAL_ERROR',
  502: 'SII_ERROR',
  503: 'QUEUE_UNAVAILABLE SERVER_BUSY SII_UNAVAILABLE',
  504: 'SII_TIMEOUT',
}

/** Codes of areas that are not there yet: limits and plans, RCV, international purchases. */
const LATER = [
  'PLAN_LIMIT',
  'EMISSION_LIMIT',
  'PLAN_FEATURE',
  'PERIOD_NOT_SYNCED',
  'INTL_PURCHASE_BLOCKED',
  'RATE_LIMIT',
]

test('every code of http §8 has the status it has there, but for those of later areas', () => {
  const missing: string[] = []
  for (const [status, codes] of Object.entries(CONTRACT)) {
    for (const code of codes.split(' ')) {
      const ours = STATUS[code as keyof typeof STATUS] as number | undefined
      if (ours === undefined) missing.push(code)
      else expect([code, ours]).toEqual([code, Number(status)])
    }
  }
  expect(missing.filter((code) => !LATER.includes(code))).toEqual([])
})
