import type { Fault } from '../../shared/task/fault.ts'
import type { PacError } from '../../shared/app/network.ts'
import type { FaultOwner } from '../../shared/app/connection-check.ts'
import { say } from '../../shared/i18n/say.ts'
import { accountHoldText } from '../accounts/connection-error.ts'
import { policyFor } from '../tasks/machine/error-policy.ts'

/** The outcome of one step of the connection check. `code`: the system's error code, such as `ECONNREFUSED`. */
export type CheckStepResult<Facts extends object = object> =
  | ({ readonly ok: true; readonly tookInMs: number } & Facts)
  | { readonly ok: false; readonly tookInMs: number; readonly code: string }

/**
 * Data of a server's certificate. Dates are in milliseconds since 1970. `trust`: where its certificate authority comes from: Kiln, the
 * system or the user. Null if the certificate isn't trusted.
 */
export type CertificateFacts = {
  readonly subject: string
  readonly issuer: string
  readonly validFrom: number
  readonly expiresAt: number
  readonly trust: 'kiln' | 'system' | 'own' | null
}

/** Findings of a connection check. A step's finding is null if an earlier step failed, or if there was nothing to check. */
export type ConnectionCheckFindings = {
  readonly host: string
  /** True if the checked host belongs to the active account. If false, no key is sent to the host. */
  readonly isConnected: boolean
  readonly now: number
  /** False if this computer isn't connected to any network. */
  readonly isOnNetwork: boolean
  /** Why the PAC file doesn't return a route. Null if the PAC file works, or if none is set. */
  readonly script: PacError | null
  /** Host and port of the proxy in use. Null if Kiln connects directly. */
  readonly proxy: string | null
  /** Result of the DNS lookup for the proxy, or for the service if there's no proxy. */
  readonly name: CheckStepResult | null
  readonly tcp: CheckStepResult | null
  /**
   * Result of the TLS handshake, including the proxy's response to the tunnel request. `refusal`: why the certificate was rejected. Null if
   * it was accepted.
   */
  readonly tls: CheckStepResult<{ readonly certificate: CertificateFacts; readonly refusal: string | null }> | null
  readonly answer: CheckStepResult<{ readonly status: number; readonly isSignInPage: boolean }> | null
  readonly key: Fault | 'accepted' | null
  readonly mcp: Fault | 'reached' | null
  readonly storage: CheckStepResult | null
  /** How far this computer's clock is ahead of the service's, in milliseconds. Null if unknown. */
  readonly aheadInMs: number | null
}

export type ConnectionVerdict = { readonly faultOwner: FaultOwner; readonly verdict: string; readonly advice: string | null }

/** Maximum clock difference that isn't reported. Signed URLs tolerate a few minutes. */
export const maxServiceClockSkewInMs = 5 * 60_000

type Rule = (found: ConnectionCheckFindings) => ConnectionVerdict | null

/** The first rule with a verdict wins, because the first failure explains the later ones. */
const rules: readonly Rule[] = [
  scriptRule,
  nameRule,
  tcpRule,
  tunnelRule,
  certificateRule,
  answerRule,
  keyRule,
  clockRule,
  mcpRule,
  storageRule
]

/** Returns the cause of the problem, or a verdict that everything works. */
export function connectionVerdict(found: ConnectionCheckFindings): ConnectionVerdict {
  for (const rule of rules) {
    const verdict = rule(found)
    if (verdict !== null) return verdict
  }
  const { host } = found
  return {
    faultOwner: 'none',
    verdict: found.isConnected
      ? say('Connected to {host}. The API key works.', { host })
      : say('{host} is reachable. The API key is checked when you connect.', { host }),
    advice: null
  }
}

function offline(): ConnectionVerdict {
  return {
    faultOwner: 'computer',
    verdict: say('This computer isn’t connected to a network.'),
    advice: say('Connect this computer to a network. Waiting tasks resume automatically.')
  }
}

function scriptRule({ script }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (script === null) return null
  return {
    faultOwner: 'proxy',
    verdict:
      script.kind === 'silent'
        ? say('Your PAC file is unavailable ({reason}).', { reason: script.reason })
        : say('Your PAC file is invalid.'),
    advice: say(
      'Check the PAC file’s address in the network settings. You can also choose another network setting. Nothing is sent until the connection works.'
    )
  }
}

function nameRule({ name, isOnNetwork, proxy, host }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (name === null || name.ok) return null
  if (!isOnNetwork) return offline()
  if (proxy !== null) {
    return {
      faultOwner: 'proxy',
      verdict: say('The proxy {proxy} couldn’t be resolved.', { proxy }),
      advice: say('Check the proxy’s name in the network settings. You can also ask your network administrator.')
    }
  }
  return {
    faultOwner: 'network',
    verdict: say('The network can’t resolve {host}.', { host }),
    advice: say('Check whether other websites open. If they do, check the service’s address.')
  }
}

function tcpRule({ tcp, isOnNetwork, proxy, host }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (tcp === null || tcp.ok) return null
  if (!isOnNetwork) return offline()
  if (proxy !== null) {
    return {
      faultOwner: 'proxy',
      verdict: say('The proxy {proxy} isn’t responding.', { proxy }),
      advice: say('Check the proxy’s address in the network settings. You can also ask your network administrator.')
    }
  }
  if (tcp.code === 'ECONNREFUSED') {
    return {
      faultOwner: 'service',
      verdict: say('{host} refused the connection. The service may be down, or the address may be wrong.', { host }),
      advice: say('Check the service’s address. If it’s correct, wait. Everything resumes automatically.')
    }
  }
  return {
    faultOwner: 'network',
    verdict: say('The network can’t reach {host}.', { host }),
    advice: say('Check whether other websites open. If they do, a firewall may be blocking the service. Ask your network administrator.')
  }
}

function tunnelRule({ tls, proxy }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (tls === null || tls.ok || proxy === null) return null
  if (tls.code === 'PROXY_WANTS_PASSWORD') {
    return {
      faultOwner: 'proxy',
      verdict: say('The proxy {proxy} needs a username and password.', { proxy }),
      advice: say('Sign in to the proxy. Your network administrator has the username and password.')
    }
  }
  if (tls.code === 'PROXY_REFUSES') {
    return {
      faultOwner: 'proxy',
      verdict: say('The proxy {proxy} blocks the service.', { proxy }),
      advice: say('Ask your network administrator to allow access to the service.')
    }
  }
  return null
}

function certificateRule({ tls, host, now }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (tls === null) return null
  if (!tls.ok) {
    return {
      faultOwner: 'network',
      verdict: say('Something other than the service is responding at {host}.', { host }),
      advice: say('You may need to sign in to the network. Open any website in a browser. Kiln hasn’t sent anything.')
    }
  }
  if (tls.refusal === null) return null
  const { issuer, expiresAt, validFrom } = tls.certificate
  if (now < validFrom) {
    return {
      faultOwner: 'computer',
      verdict: say('The certificate for {host} isn’t valid yet, according to this computer’s clock.', { host }),
      advice: say('Correct this computer’s clock.')
    }
  }
  if (tls.refusal === 'CERT_HAS_EXPIRED' || now > expiresAt) {
    return {
      faultOwner: 'service',
      verdict: say('The certificate for {host} expired on {day}.', { host, day: new Date(expiresAt).toISOString().slice(0, 10) }),
      advice: say('If this computer’s clock is correct, contact the service. Kiln hasn’t sent anything.')
    }
  }
  if (tls.refusal === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      faultOwner: 'network',
      verdict: say('Another computer is responding in place of {host}.', { host }),
      advice: say('Use another network. You can also ask your network administrator. Kiln hasn’t sent anything.')
    }
  }
  return {
    faultOwner: 'network',
    verdict: say('A device on the network is responding in place of {host}. Its certificate from “{issuer}” isn’t trusted.', {
      host,
      issuer
    }),
    advice: say(
      'If this is your company’s network, trust its certificate authority in the network settings. Otherwise, use another network.'
    )
  }
}

function answerRule({ answer, host }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (answer === null) return null
  if (!answer.ok) {
    return {
      faultOwner: 'service',
      verdict: say('{host} accepts connections but doesn’t respond.', { host }),
      advice: say('Wait a while. Everything resumes automatically.')
    }
  }
  if (answer.isSignInPage) {
    return {
      faultOwner: 'network',
      verdict: say('This network requires you to sign in.'),
      advice: say('Open any website in a browser and sign in there. Everything then resumes automatically.')
    }
  }
  if (answer.status >= 500) {
    return {
      faultOwner: 'service',
      verdict: say('The service is having problems. It responded with status {status}.', { status: answer.status }),
      advice: say('Wait a while. Everything resumes automatically.')
    }
  }
  return null
}

function keyRule({ key, host }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (key === null || key === 'accepted') return null
  const { onSubmit } = policyFor(key)
  if (onSubmit.do === 'hold' && onSubmit.reason !== 'key') {
    return {
      faultOwner: 'key',
      verdict: accountHoldText(onSubmit.reason).message,
      advice: say('Check your account on the service’s website.')
    }
  }
  if (key.httpStatus === 401) {
    return {
      faultOwner: 'key',
      verdict: say('{host} rejected the API key.', { host }),
      advice: say('Enter the current key in Settings → Connection.')
    }
  }
  if (key.httpStatus === 402 || key.httpStatus === 403) {
    return {
      faultOwner: 'key',
      verdict: say('{host} recognises the key but denies access to the account.', { host }),
      advice: say('Check your account on the service’s website.')
    }
  }
  if (key.httpStatus === 429) return null
  return {
    faultOwner: 'service',
    verdict: say('The service responds, but not to requests with the API key.'),
    advice: say('Wait a while. Everything resumes automatically.')
  }
}

function clockRule({ aheadInMs }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (aheadInMs === null || Math.abs(aheadInMs) <= maxServiceClockSkewInMs) return null
  const minutes = Math.round(Math.abs(aheadInMs) / 60_000)
  return {
    faultOwner: 'computer',
    verdict:
      aheadInMs > 0
        ? say('This computer’s clock is {minutes, plural, one {# minute} other {# minutes}} fast.', { minutes })
        : say('This computer’s clock is {minutes, plural, one {# minute} other {# minutes}} slow.', { minutes }),
    advice: say('Correct this computer’s clock. Upload and result addresses expire within minutes.')
  }
}

function mcpRule({ mcp }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (mcp === null || mcp === 'reached') return null
  return {
    faultOwner: 'service',
    verdict: say('Connected, but face selection and estimates (MCP) aren’t available.'),
    advice: say('Other tasks continue. Tasks that need a face selection wait until it’s available again.')
  }
}

function storageRule({ storage }: ConnectionCheckFindings): ConnectionVerdict | null {
  if (storage === null || storage.ok) return null
  return {
    faultOwner: 'network',
    verdict: say('The service is reachable, but its upload and download storage isn’t.'),
    advice: say('Ask your network administrator to allow access to the storage. Nothing is lost. Your results stay with the service.')
  }
}
