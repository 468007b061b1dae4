import type { CallFault, Personality } from './personality.ts'

/** Spec section 7: error types that state that nothing was made. */
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

/** @throws if a personality reports that nothing was made although something was. This breaks a promise of the spec. */
export function assertCompliant({ name, faults }: Personality): void {
  const liar = faults.find(isLie)
  if (liar !== undefined) throw new Error(`Personality ${name} violates the specification: ${JSON.stringify(liar)}`)
}

function isLie({ on, afterWork, does }: CallFault): boolean {
  const hasEffect = on === 'submit' || on === 'select_faces'
  return hasEffect && afterWork && does.kind === 'error' && does.errorType !== null && definiteRefusals.has(does.errorType)
}
