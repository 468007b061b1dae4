import type { ConnectionCheckStep, ConnectionCheckStepName } from '../../shared/app/connection-check.ts'
import type { ProxyState } from '../../shared/app/proxy.ts'
import type { Fault, FaultKind } from '../../shared/task/fault.ts'
import { say, word } from '../../shared/i18n/say.ts'
import { type CertificateFacts, type ConnectionCheckFindings, maxServiceClockSkewInMs } from './connection-verdict.ts'

type Besides = {
  readonly source: ProxyState['source']
  readonly isSecret: boolean
  /** The first host that a request connects to. */
  readonly firstHost: string
  /** Storage origin of the last upload or download. Null before the first one. */
  readonly storageOrigin: string | null
  readonly knockTookInMs: number
}

type Said = Omit<ConnectionCheckStep, 'step'>

/** Returns the steps of a connection check with their results, as shown to the user. */
export function connectionCheckSteps(found: ConnectionCheckFindings, besides: Besides): readonly ConnectionCheckStep[] {
  const said: Readonly<Record<ConnectionCheckStepName, Said>> = {
    name: nameStep(found, besides),
    way: wayStep(found, besides),
    tcp: tcpStep(found, besides),
    tls: tlsStep(found, besides),
    answer: answerStep(found),
    key: keyStep(found, besides),
    mcp: mcpStep(found, besides),
    storage: storageStep(found, besides),
    clock: clockStep(found)
  }
  return Object.entries(said).map(([step, one]) => ({ step: step as ConnectionCheckStepName, ...one }))
}

const fine = (text: string, tookInMs: number | null): Said => ({ state: 'fine', text, tookInMs })
const failed = (text: string, tookInMs: number | null): Said => ({ state: 'failed', text, tookInMs })
const skipped = (text: string): Said => ({ state: 'skipped', text, tookInMs: null })
const notReached = (): Said => skipped(say('Skipped because an earlier step failed.'))

const notConnected = (): Said => skipped(say('Skipped because no account is connected for this service.'))

function nameStep({ name, script }: ConnectionCheckFindings, { firstHost }: Besides): Said {
  if (script !== null) return skipped(say('Skipped because the network route isn’t known.'))
  if (name === null) return skipped(say('{host} is an IP address, so there’s no name to look up.', { host: firstHost }))
  return name.ok
    ? fine(say('{host} was resolved.', { host: firstHost }), name.tookInMs)
    : failed(say('{host} couldn’t be resolved ({code}).', { host: firstHost, code: name.code }), name.tookInMs)
}

function wayStep({ proxy, script }: ConnectionCheckFindings, { source }: Besides): Said {
  if (script === null) return fine(wayText(proxy, source), 0)
  return failed(
    script.kind === 'silent'
      ? say('Your PAC file is unavailable ({reason}).', { reason: script.reason })
      : say('Your PAC file is invalid.'),
    null
  )
}

function wayText(proxy: string | null, source: ProxyState['source']): string {
  if (proxy === null) return say('Kiln connects directly, without a proxy.')
  switch (source) {
    case 'system':
      return say('Kiln uses the proxy {proxy} from your system settings.', { proxy })
    case 'environment':
      return say('Kiln uses the proxy {proxy} from your environment variables.', { proxy })
    case 'manual':
      return say('Kiln uses the proxy {proxy} from its settings.', { proxy })
    case 'pac':
      return say('Kiln uses the proxy {proxy} from your PAC file.', { proxy })
  }
}

function tcpStep({ tcp }: ConnectionCheckFindings, { firstHost }: Besides): Said {
  if (tcp === null) return notReached()
  return tcp.ok
    ? fine(say('{host} accepts connections.', { host: firstHost }), tcp.tookInMs)
    : failed(say('Couldn’t connect to {host} ({code}).', { host: firstHost, code: tcp.code }), tcp.tookInMs)
}

function tlsStep({ tls, host }: ConnectionCheckFindings, { isSecret }: Besides): Said {
  if (!isSecret) return skipped(say('No certificate is needed, because the service runs on this computer.'))
  if (tls === null) return notReached()
  if (!tls.ok) return failed(say('Couldn’t establish a secure connection ({code}).', { code: tls.code }), tls.tookInMs)
  const { issuer, expiresAt, trust } = tls.certificate
  const day = new Date(expiresAt).toISOString().slice(0, 10)
  if (tls.refusal !== null) {
    return failed(
      say('The certificate from “{issuer}”, valid until {day}, was rejected ({code}).', { issuer, day, code: tls.refusal }),
      tls.tookInMs
    )
  }
  return fine(trustText(trust, host, issuer, day), tls.tookInMs)
}

function trustText(trust: CertificateFacts['trust'], host: string, issuer: string, day: string): string {
  switch (trust) {
    case 'own':
      return say('Certificate for {host}, issued by “{issuer}”, valid until {day}. Trusted through your own certificate authority.', {
        host,
        issuer,
        day
      })
    case 'kiln':
      return say(
        'Certificate for {host}, issued by “{issuer}”, valid until {day}. Trusted through Kiln’s built-in certificate authorities.',
        { host, issuer, day }
      )
    default:
      return say(
        'Certificate for {host}, issued by “{issuer}”, valid until {day}. Trusted through this system’s certificate authorities.',
        { host, issuer, day }
      )
  }
}

function answerStep({ answer }: ConnectionCheckFindings): Said {
  if (answer === null) return notReached()
  if (!answer.ok) return failed(say('No response ({code}).', { code: answer.code }), answer.tookInMs)
  if (answer.isSignInPage)
    return failed(say('Something other than the service responded (status {status}).', { status: answer.status }), answer.tookInMs)
  // Any status below 500 shows that the service responds. A 401 is normal, because this request doesn't contain an API key.
  return answer.status >= 500
    ? failed(say('The service responded with status {status}.', { status: answer.status }), answer.tookInMs)
    : fine(say('The service responded.'), answer.tookInMs)
}

function keyStep({ key, isConnected }: ConnectionCheckFindings, { knockTookInMs }: Besides): Said {
  if (!isConnected) return notConnected()
  if (key === null) return notReached()
  if (key === 'accepted') return fine(say('The key was accepted.'), knockTookInMs)
  return failed(say('The key wasn’t accepted ({why}).', { why: whyOf(key) }), knockTookInMs)
}

function mcpStep({ mcp, isConnected }: ConnectionCheckFindings, { knockTookInMs }: Besides): Said {
  if (!isConnected) return notConnected()
  if (mcp === null) return notReached()
  if (mcp === 'reached') return fine(say('Face selection and price estimates (MCP) are available.'), knockTookInMs)
  return failed(say('Face selection and price estimates (MCP) aren’t available ({why}).', { why: whyOf(mcp) }), knockTookInMs)
}

function whyOf({ httpStatus, errorType, message, kind }: Fault): string {
  const status = httpStatus === null ? null : say('status {httpStatus}', { httpStatus })
  return [status, errorType].filter((part) => part !== null).join(', ') || (message ?? say(faultText[kind]))
}

const faultText: Readonly<Record<FaultKind, string>> = {
  refusal: word('rejected'),
  'not-sent': word('not sent'),
  lost: word('no response'),
  unreadable: word('unreadable response'),
  local: word('problem on this computer')
}

function storageStep({ storage, isConnected }: ConnectionCheckFindings, { storageOrigin }: Besides): Said {
  if (!isConnected) return notConnected()
  if (storageOrigin === null) return skipped(say('Not known yet. The first upload or result shows where the storage is.'))
  if (storage === null) return notReached()
  return storage.ok
    ? fine(say('The storage at {origin} is reachable.', { origin: storageOrigin }), storage.tookInMs)
    : failed(say('The storage at {origin} isn’t reachable ({code}).', { origin: storageOrigin, code: storage.code }), storage.tookInMs)
}

function clockStep({ aheadInMs }: ConnectionCheckFindings): Said {
  if (aheadInMs === null) return skipped(say('No time source was available.'))
  const seconds = Math.round(Math.abs(aheadInMs) / 1000)
  const words =
    seconds <= 1
      ? say('This computer’s clock is correct.')
      : aheadInMs > 0
        ? say('This computer’s clock is {seconds, plural, one {# second} other {# seconds}} fast.', { seconds })
        : say('This computer’s clock is {seconds, plural, one {# second} other {# seconds}} slow.', { seconds })
  return Math.abs(aheadInMs) > maxServiceClockSkewInMs ? failed(words, null) : fine(words, null)
}
