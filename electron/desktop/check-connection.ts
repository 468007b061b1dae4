import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { PlainProblem } from '../../shared/problem.ts'
import type { ConnectionCheck } from '../../shared/connection-check.ts'
import { createHttpClient, errorCode, headerOf, isSignInPage, type DispatcherFor } from '../api/http-client.ts'
import { parseBaseUrl } from '../api/base-url.ts'
import { checkedSteps } from '../core/checked-steps.ts'
import { connectionVerdict, type CertificateFacts, type CheckFindings, type Found } from '../core/connection-verdict.ts'
import type { Studio } from '../studio.ts'
import { isOnNetwork } from './is-on-network.ts'
import { nameOf } from './own-authority.ts'
import type { Proxy } from './proxy-way.ts'
import type { SystemProxy } from './system-proxy.ts'

const longestStepInMs = 10_000

export type CheckParts = {
  readonly way: Pick<SystemProxy, 'wayTo' | 'openTunnel'>
  readonly dispatcherFor: DispatcherFor
  /** Trusts what every other connection trusts. */
  readonly beforeConnecting: () => void
  /** In PEM, one by one: the authorities that a person has named. */
  readonly own: () => readonly string[]
  readonly studio: Pick<Studio, 'knock' | 'requests'>
  /** Base URL of the account that is open; null: none is. */
  readonly connectedTo: () => string | null
  readonly now: () => number
}

/**
 * Looks step by step whether the service can be reached, and says where it fails. Sends nothing but free questions; the key goes where it always
 * goes, and only once it is certain that the service is at the other end. A service that is not connected is asked without a key. Takes at most
 * some tens of seconds. `typed`: its base URL. @throws PlainProblem for what is none.
 */
export async function checkConnection(parts: CheckParts, typed: string): Promise<ConnectionCheck> {
  const { way, now, studio } = parts
  const parsed = parseBaseUrl(typed)
  if (!parsed.ok) throw new PlainProblem(parsed.sentence, { field: 'baseUrl' })
  const { baseUrl } = parsed
  const isConnected = parts.connectedTo() === baseUrl
  const { origin, hostname, host, protocol } = new URL(baseUrl)
  const isSecret = protocol === 'https:'
  const { proxy, source, script } = await way.wayTo(origin)
  const first = proxy === null ? new URL(origin) : new URL(`${proxy.kind}://${proxy.host}`)
  const [firstHost, firstPort] = [bare(first.hostname), Number(first.port || usualPort(first.protocol))]

  const name = script === null && isIP(firstHost) === 0 ? await timed(() => lookup(firstHost).then(() => ({}))) : null
  const canGo = script === null && (name?.ok ?? true)
  const tcp = canGo ? await timed(() => tryTcp(firstHost, firstPort)) : null
  const secret = isSecret && tcp?.ok === true ? await timed(() => lookAtCertificate(parts, proxy, origin, bare(hostname))) : null
  const isProved = tcp?.ok === true && (!isSecret || (secret?.ok === true && secret.refusal === null))
  const asked = isProved ? await askPlainly(parts.dispatcherFor, baseUrl, now) : null
  const isService = asked !== null && asked.answer.ok && !asked.answer.isSignInPage && asked.answer.status < 500
  const [knockedAt, knocked] = isService && isConnected ? [performance.now(), await studio.knock()] : [0, null]
  const knockTookInMs = Math.round(performance.now() - knockedAt)
  const storageOrigin = studio.requests().find(({ step }) => step === 'download' || step === 'transfer')?.origin ?? null
  const storage = isService && isConnected && storageOrigin !== null ? await reach(parts.dispatcherFor, storageOrigin) : null

  const findings: CheckFindings = {
    host,
    isConnected,
    now: now(),
    isOnNetwork: isLocal(firstHost) || isOnNetwork(),
    script,
    proxy: proxy?.host ?? null,
    name,
    tcp,
    tls: secret,
    answer: asked?.answer ?? null,
    key: knocked === null ? null : knocked.key.ok ? 'accepted' : knocked.key.fault,
    mcp: knocked === null ? null : knocked.tools.ok ? 'reached' : knocked.tools.fault,
    storage,
    aheadInMs: asked?.aheadInMs ?? null
  }
  return {
    at: now(),
    host,
    steps: checkedSteps(findings, { source, isSecret, firstHost, storageOrigin, knockTookInMs }),
    ...connectionVerdict(findings)
  }
}

async function timed<Facts extends object>(work: () => Promise<Facts>): Promise<Found<Facts>> {
  const startedAt = performance.now()
  const took = (): number => Math.round(performance.now() - startedAt)
  const patience = Promise.withResolvers<never>()
  const timer = setTimeout(() => patience.reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })), longestStepInMs)
  try {
    return { ok: true, ...(await Promise.race([work(), patience.promise])), tookInMs: took() }
  } catch (error) {
    return { ok: false, code: errorCode(error), tookInMs: took() }
  } finally {
    clearTimeout(timer)
  }
}

async function openSocket(host: string, port: number): Promise<Socket> {
  const socket = connect(port, host)
  socket.setTimeout(longestStepInMs, () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function tryTcp(host: string, port: number): Promise<object> {
  const socket = await openSocket(host, port)
  socket.destroy()
  return {}
}

/** Shakes hands and says nothing. Whoever is at the other end is looked at first, and judged by the same authorities as everywhere. */
async function lookAtCertificate(
  { way, beforeConnecting, own }: CheckParts,
  proxy: Proxy | null,
  origin: string,
  servername: string
): Promise<{ readonly certificate: CertificateFacts; readonly refusal: string | null }> {
  beforeConnecting()
  const { port } = new URL(origin)
  const plain = proxy === null ? await openSocket(servername, Number(port || 443)) : await way.openTunnel(proxy, origin)
  const secured = tls.connect({ socket: plain, rejectUnauthorized: false, ...(isIP(servername) === 0 ? { servername } : {}) })
  secured.setTimeout(longestStepInMs, () => secured.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
  try {
    await once(secured, 'secureConnect')
    const found = secured.getPeerCertificate(true)
    const wrongName = tls.checkServerIdentity(servername, found) === undefined ? null : 'ERR_TLS_CERT_ALTNAME_INVALID'
    const refusal = secured.authorized ? wrongName : codeOf(secured.authorizationError)
    const certificate = new X509Certificate(found.raw)
    return {
      certificate: {
        subject: nameOf(certificate.subject),
        issuer: nameOf(certificate.issuer),
        validFrom: new Date(certificate.validFrom).getTime(),
        expiresAt: new Date(certificate.validTo).getTime(),
        trust: secured.authorized ? trustOf(found, own()) : null
      },
      refusal
    }
  } finally {
    secured.on('error', () => undefined).destroy()
    plain.destroy()
  }
}

/** Node's own types call it an Error; what it gives is the code alone. */
function codeOf(error: unknown): string {
  return typeof error === 'string' ? error : error instanceof Error ? errorCode(error) : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
}

/** By the last of the chain, which is one of those that are trusted. */
function trustOf(leaf: tls.DetailedPeerCertificate, own: readonly string[]): CertificateFacts['trust'] {
  let last = leaf
  while (last.issuerCertificate !== undefined && last.issuerCertificate.fingerprint256 !== last.fingerprint256)
    last = last.issuerCertificate
  const isAmong = (authorities: readonly string[]): boolean =>
    authorities.some((pem) => new X509Certificate(pem).fingerprint256 === last.fingerprint256)
  if (isAmong(own)) return 'own'
  return isAmong(tls.getCACertificates('bundled')) ? 'kiln' : 'system'
}

type Asked = { readonly answer: NonNullable<CheckFindings['answer']>; readonly aheadInMs: number | null }

/** Without the key: any answer at all tells that somebody is there, and what time it is. */
async function askPlainly(dispatcherFor: DispatcherFor, baseUrl: string, now: () => number): Promise<Asked> {
  const http = createHttpClient({ dispatcherFor })
  const { origin, pathname } = new URL(baseUrl)
  const startedAt = performance.now()
  const end = await http.send({
    step: 'recent',
    method: 'GET',
    origin,
    path: `${pathname.replace(/\/$/, '')}/api/v1/tasks/recent?limit=1`,
    headers: { accept: 'application/json', 'user-agent': 'Kiln' },
    answerTimeoutInMs: longestStepInMs,
    idleTimeoutInMs: longestStepInMs
  })
  const tookInMs = Math.round(performance.now() - startedAt)
  await http.close()
  if (!end.ok) return { answer: { ok: false, code: end.fault.message ?? end.fault.kind, tookInMs }, aheadInMs: null }
  const date = new Date(headerOf(end.answer.headers, 'date') ?? '').getTime()
  return {
    answer: { ok: true, status: end.answer.status, isSignInPage: isSignInPage(end.answer, origin), tookInMs },
    // A date has whole seconds, and was true when half of the way was behind it.
    aheadInMs: Number.isNaN(date) ? null : now() - tookInMs / 2 - (date + 500)
  }
}

/** Any answer will do: an address without its rights is refused by a storage that is there. */
async function reach(dispatcherFor: DispatcherFor, origin: string): Promise<Found> {
  const http = createHttpClient({ dispatcherFor })
  const found = await timed(async () => {
    const end = await http.send({ step: 'download', method: 'GET', origin, path: '/', headers: { 'user-agent': 'Kiln' } })
    if (!end.ok) throw Object.assign(new Error('storage'), { code: end.fault.message ?? end.fault.kind })
    return {}
  })
  await http.close()
  return found
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function usualPort(protocol: string): string {
  return protocol === 'https:' ? '443' : protocol === 'socks5:' ? '1080' : '80'
}
