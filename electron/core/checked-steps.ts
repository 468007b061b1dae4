import type { CheckedStep, CheckStep } from '../../shared/connection-check.ts'
import type { ProxyState } from '../../shared/proxy.ts'
import { say } from '../../shared/words/say.ts'
import { type CertificateFacts, type CheckFindings, mostClockDifferenceInMs } from './connection-verdict.ts'

type Besides = {
  readonly source: ProxyState['source']
  readonly isSecret: boolean
  /** The first host on the way. */
  readonly firstHost: string
  /** Where files went to or came from last; null: nowhere yet. */
  readonly storageOrigin: string | null
  readonly knockTookInMs: number
}

type Said = Omit<CheckedStep, 'step'>

/** Each step of a check as a person reads it. */
export function checkedSteps(found: CheckFindings, besides: Besides): readonly CheckedStep[] {
  const said: Readonly<Record<CheckStep, Said>> = {
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
  return Object.entries(said).map(([step, one]) => ({ step: step as CheckStep, ...one }))
}

const fine = (words: string, tookInMs: number | null): Said => ({ state: 'fine', words, tookInMs })
const failed = (words: string, tookInMs: number | null): Said => ({ state: 'failed', words, tookInMs })
const skipped = (words: string): Said => ({ state: 'skipped', words, tookInMs: null })
const notReached = (): Said => skipped(say('Not looked at: a step before it failed.'))

const notConnected = (): Said => skipped(say('Not looked at: no account of this service is open.'))

function nameStep({ name, script }: CheckFindings, { firstHost }: Besides): Said {
  if (script !== null) return skipped(say('Not looked at: it is not known which way to go.'))
  if (name === null) return skipped(say('{host} is an address; there is no name to look up.', { host: firstHost }))
  return name.ok
    ? fine(say('{host} was found.', { host: firstHost }), name.tookInMs)
    : failed(say('{host} was not found ({code}).', { host: firstHost, code: name.code }), name.tookInMs)
}

function wayStep({ proxy, script }: CheckFindings, { source }: Besides): Said {
  if (script === null) return fine(wayWords(proxy, source), 0)
  return failed(
    script.kind === 'silent'
      ? say('Your script does not answer ({reason}).', { reason: script.reason })
      : say('Your script can’t be followed.'),
    null
  )
}

function wayWords(proxy: string | null, source: ProxyState['source']): string {
  if (proxy === null) return say('Straight, through no proxy.')
  switch (source) {
    case 'system':
      return say('Through the proxy {proxy}, as the system says.', { proxy })
    case 'environment':
      return say('Through the proxy {proxy}, as the environment says.', { proxy })
    case 'manual':
      return say('Through the proxy {proxy}, as you have set.', { proxy })
    case 'pac':
      return say('Through the proxy {proxy}, as your script says.', { proxy })
  }
}

function tcpStep({ tcp }: CheckFindings, { firstHost }: Besides): Said {
  if (tcp === null) return notReached()
  return tcp.ok
    ? fine(say('{host} takes connections.', { host: firstHost }), tcp.tookInMs)
    : failed(say('{host} takes no connection ({code}).', { host: firstHost, code: tcp.code }), tcp.tookInMs)
}

function tlsStep({ tls, host }: CheckFindings, { isSecret }: Besides): Said {
  if (!isSecret) return skipped(say('This service is spoken to in the open, on this computer.'))
  if (tls === null) return notReached()
  if (!tls.ok) return failed(say('No secure connection came about ({code}).', { code: tls.code }), tls.tookInMs)
  const { issuer, expiresAt, trust } = tls.certificate
  const day = new Date(expiresAt).toISOString().slice(0, 10)
  if (tls.refusal !== null) {
    return failed(
      say('The certificate, by “{issuer}”, valid until {day}, is refused ({code}).', { issuer, day, code: tls.refusal }),
      tls.tookInMs
    )
  }
  return fine(trustWords(trust, host, issuer, day), tls.tookInMs)
}

function trustWords(trust: CertificateFacts['trust'], host: string, issuer: string, day: string): string {
  switch (trust) {
    case 'own':
      return say('It is {host}, by “{issuer}”, valid until {day}, vouched for by your own authority.', { host, issuer, day })
    case 'kiln':
      return say('It is {host}, by “{issuer}”, valid until {day}, vouched for by an authority that Kiln brings.', { host, issuer, day })
    default:
      return say('It is {host}, by “{issuer}”, valid until {day}, vouched for by an authority of this system.', { host, issuer, day })
  }
}

function answerStep({ answer }: CheckFindings): Said {
  if (answer === null) return notReached()
  if (!answer.ok) return failed(say('No answer came ({code}).', { code: answer.code }), answer.tookInMs)
  if (answer.isSignInPage) return failed(say('A page answered, not the service ({status}).', { status: answer.status }), answer.tookInMs)
  const words = say('The service answers ({status}).', { status: answer.status })
  return answer.status >= 500 ? failed(words, answer.tookInMs) : fine(words, answer.tookInMs)
}

function keyStep({ key, isConnected }: CheckFindings, { knockTookInMs }: Besides): Said {
  if (!isConnected) return notConnected()
  if (key === null) return notReached()
  if (key === 'accepted') return fine(say('The key is taken.'), knockTookInMs)
  const why = [key.httpStatus, key.errorType].filter((part) => part !== null).join(' ') || (key.message ?? key.kind)
  return failed(say('The key is not taken ({why}).', { why }), knockTookInMs)
}

function mcpStep({ mcp, isConnected }: CheckFindings, { knockTookInMs }: Besides): Said {
  if (!isConnected) return notConnected()
  if (mcp === null) return notReached()
  if (mcp === 'reached') return fine(say('Faces and estimates (MCP) are reached.'), knockTookInMs)
  const why = [mcp.httpStatus, mcp.errorType].filter((part) => part !== null).join(' ') || (mcp.message ?? mcp.kind)
  return failed(say('Faces and estimates (MCP) are not reached ({why}).', { why }), knockTookInMs)
}

function storageStep({ storage, isConnected }: CheckFindings, { storageOrigin }: Besides): Said {
  if (!isConnected) return notConnected()
  if (storageOrigin === null) return skipped(say('Not known yet: the first upload or result tells where the storage is.'))
  if (storage === null) return notReached()
  return storage.ok
    ? fine(say('The storage {origin} is reached.', { origin: storageOrigin }), storage.tookInMs)
    : failed(say('The storage {origin} is not reached ({code}).', { origin: storageOrigin, code: storage.code }), storage.tookInMs)
}

function clockStep({ aheadInMs }: CheckFindings): Said {
  if (aheadInMs === null) return skipped(say('Nobody said what time it is.'))
  const seconds = Math.round(Math.abs(aheadInMs) / 1000)
  const words =
    seconds <= 1
      ? say('The clock of this computer is right.')
      : aheadInMs > 0
        ? say('The clock of this computer is {seconds, plural, one {# second} other {# seconds}} fast.', { seconds })
        : say('The clock of this computer is {seconds, plural, one {# second} other {# seconds}} slow.', { seconds })
  return Math.abs(aheadInMs) > mostClockDifferenceInMs ? failed(words, null) : fine(words, null)
}
