import type { CallFault, Personality } from './personality.ts'

/** Error types from section 7 of the spec that guarantee that nothing was created. */
const definiteRefusals: ReadonlySet<string> = new Set([
  'INVALID_JSON',
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'AUTHORIZATION_HEADER_INVALID',
  'API_KEY_INVALID_OR_REVOKED',
  'API_KEY_INVALID_CREDENTIAL',
  'ACCOUNT_SESSION_REFRESH_REQUIRED',
  'NEED_API_KEY',
  'NEED_PURCHASE_CREDITS',
  'NEED_SUBSCRIBE',
  'CAPABILITY_NOT_ENABLED',
  'UPLOAD_NOT_READY',
  'UPLOAD_EXPIRED',
  'RATE_LIMITED'
])

/** @throws if a fault of `personality` may report that nothing was created although the work was done. The spec rules this out. */
export function assertCompliant({ name, faults }: Personality): void {
  const liar = faults.find(isLie)
  if (liar !== undefined) throw new Error(`Personality ${name} violates the specification: ${JSON.stringify(liar)}`)
}

function isLie({ on, afterWork, does }: CallFault): boolean {
  const hasEffect = on === 'submit' || on === 'select_faces'
  return hasEffect && afterWork && does.kind === 'error' && does.errorType !== null && definiteRefusals.has(does.errorType)
}
