import { type ErrorPolicyRow, continuePolling, waitWithoutSlowDown } from './error-policy-row.ts'

/** Faults of the network, lost responses, and problems on this computer. */
export const transportFaultRows: readonly ErrorPolicyRow[] = [
  {
    name: 'a proxy that needs a username and password',
    matches: ({ networkBlock }) => networkBlock === 'proxy-password',
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'proxy-password-needed',
    because: 'HTTP 407 comes from the proxy. The request went no further.'
  },
  {
    name: 'a proxy that rejects the tunnel',
    matches: ({ networkBlock }) => networkBlock === 'proxy-refusal',
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'proxy-rejection',
    because: 'The tunnel to the service wasn’t opened. The request never left.'
  },
  {
    name: 'a PAC file that returns no route',
    matches: ({ networkBlock }) => networkBlock === 'proxy-script',
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'proxy-script-invalid',
    because: 'Kiln doesn’t guess the route. The request never left.'
  },
  {
    name: 'a certificate that is not the service’s',
    matches: ({ networkBlock }) => networkBlock === 'certificate',
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'certificate-invalid',
    because: 'The handshake comes before the request. The request never left.'
  },
  {
    name: 'transport failure before a byte was sent',
    matches: (fault) => fault.kind === 'not-sent',
    outcome: 'refused',
    onSubmit: waitWithoutSlowDown,
    onQuery: continuePolling,
    failure: 'service-unreachable',
    because: 'Name lookup, connection or TLS failed. The request never left.'
  },
  {
    name: 'a sign-in page instead of a response',
    matches: ({ networkBlock }) => networkBlock === 'sign-in-page',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: continuePolling,
    failure: 'sign-in-page',
    because: 'The network may have passed the request on. Kiln never guesses (I3).'
  },
  {
    name: 'lost or unreadable response',
    matches: (fault) => fault.kind === 'lost' || fault.kind === 'unreadable',
    outcome: 'unknown',
    onSubmit: { do: 'reconcile', mayResend: true },
    onQuery: continuePolling,
    failure: 'response-unreadable',
    because: 'Retrying the same key and body is safe. It is only useful if the original may not have arrived (spec section 4, rule 3).'
  },
  {
    name: 'a problem on this computer',
    matches: (fault) => fault.kind === 'local',
    outcome: 'refused',
    onSubmit: { do: 'refuse' },
    onQuery: continuePolling,
    failure: 'not-sent',
    because: 'Nothing left this computer.'
  }
]
