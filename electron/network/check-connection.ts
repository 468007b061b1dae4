import { X509Certificate } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import { UserFacingError } from '../../shared/form/submission-problem.ts'
import type { ConnectionCheck } from '../../shared/app/connection-check.ts'
import { createHttpClient, errorCode, headerOf, isCaptivePortal, type DispatcherResolver } from '../service/http-client.ts'
import { parseBaseUrl } from '../service/base-url.ts'
import { connectionCheckSteps } from './connection-check-steps.ts'
import { connectionVerdict, type CertificateFacts, type ConnectionCheckFindings, type CheckStepResult } from './connection-verdict.ts'
import type { Studio } from '../studio.ts'
import { isOnNetwork } from './is-on-network.ts'
import { certificateNameOf } from './custom-ca.ts'
import type { ProxyServer } from './proxy-dispatcher.ts'
import type { ProxyRouter } from './proxy-router.ts'

const longestStepInMs = 10_000

export type ConnectionCheckOptions = {
  readonly route: Pick<ProxyRouter, 'routeTo' | 'openTunnel'>
  readonly dispatcherFor: DispatcherResolver
  /** Applies the certificates that Kiln trusts. Called before a TLS connection is opened. */
  readonly beforeConnecting: () => void
  /** Returns the certificate authorities that the user imported, each as PEM text. */
  readonly own: () => readonly string[]
  readonly studio: Pick<Studio, 'probeConnection' | 'requests'>
  /** Returns the active account's base URL. Null if no account is active. */
  readonly connectedTo: () => string | null
  readonly now: () => number
}

/**
 * Checks step by step whether the service can be reached, and reports which step fails. Sends only free requests. The API key is only sent
 * to the active account's service. For HTTPS, the service's certificate must have been verified. Other services are checked without a key.
 * The check may take tens of seconds. `typed`: base URL as entered by the user. @throws UserFacingError if the URL is invalid.
 */
export async function checkConnection(parts: ConnectionCheckOptions, typed: string): Promise<ConnectionCheck> {
  const { route, now, studio } = parts
  const parsed = parseBaseUrl(typed)
  if (!parsed.ok) throw new UserFacingError(parsed.sentence, { field: 'baseUrl' })
  const { baseUrl } = parsed
  const isConnected = parts.connectedTo() === baseUrl
  const { origin, hostname, host, protocol } = new URL(baseUrl)
  const isSecret = protocol === 'https:'
  const { proxy, source, pacError } = await route.routeTo(origin)
  const first = proxy === null ? new URL(origin) : new URL(`${proxy.kind}://${proxy.host}`)
  const [firstHost, firstPort] = [bare(first.hostname), Number(first.port || usualPort(first.protocol))]

  const name = pacError === null && isIP(firstHost) === 0 ? await timed(() => lookup(firstHost).then(() => ({}))) : null
  const canGo = pacError === null && (name?.ok ?? true)
  const tcp = canGo ? await timed(() => tryTcp(firstHost, firstPort)) : null
  const secret = isSecret && tcp?.ok === true ? await timed(() => inspectCertificate(parts, proxy, origin, bare(hostname))) : null
  const isProved = tcp?.ok === true && (!isSecret || (secret?.ok === true && secret.refusal === null))
  const asked = isProved ? await askPlainly(parts.dispatcherFor, baseUrl, now) : null
  const isService = asked !== null && asked.answer.ok && !asked.answer.isSignInPage && asked.answer.status < 500
  const [knockedAt, knocked] = isService && isConnected ? [performance.now(), await studio.probeConnection()] : [0, null]
  const knockTookInMs = Math.round(performance.now() - knockedAt)
  const storageOrigin = studio.requests().find(({ step }) => step === 'download' || step === 'transfer')?.origin ?? null
  const storage = isService && isConnected && storageOrigin !== null ? await reach(parts.dispatcherFor, storageOrigin) : null

  const findings: ConnectionCheckFindings = {
    host,
    isConnected,
    now: now(),
    isOnNetwork: isLocal(firstHost) || isOnNetwork(),
    script: pacError,
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
    steps: connectionCheckSteps(findings, { source, isSecret, firstHost, storageOrigin, knockTookInMs }),
    ...connectionVerdict(findings)
  }
}

async function timed<Facts extends object>(work: () => Promise<Facts>): Promise<CheckStepResult<Facts>> {
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

/**
 * Performs the TLS handshake and sends nothing else. Verifies the certificate with the same certificate authorities as every other
 * connection.
 */
async function inspectCertificate(
  { route, beforeConnecting, own }: ConnectionCheckOptions,
  proxy: ProxyServer | null,
  origin: string,
  servername: string
): Promise<{ readonly certificate: CertificateFacts; readonly refusal: string | null }> {
  beforeConnecting()
  const { port } = new URL(origin)
  const plain = proxy === null ? await openSocket(servername, Number(port || 443)) : await route.openTunnel(proxy, origin)
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
        subject: certificateNameOf(certificate.subject),
        issuer: certificateNameOf(certificate.issuer),
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

/** Returns the error code of `authorizationError`. Node's types declare an Error, but the value is the code itself. */
function codeOf(error: unknown): string {
  return typeof error === 'string' ? error : error instanceof Error ? errorCode(error) : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'
}

/**
 * Returns the origin of a trusted chain's root, which is the last certificate of the chain. `own`: imported by the user. `kiln`: bundled
 * with Kiln. `system`: from the operating system.
 */
function trustOf(leaf: tls.DetailedPeerCertificate, own: readonly string[]): CertificateFacts['trust'] {
  let last = leaf
  while (last.issuerCertificate !== undefined && last.issuerCertificate.fingerprint256 !== last.fingerprint256)
    last = last.issuerCertificate
  const isAmong = (authorities: readonly string[]): boolean =>
    authorities.some((pem) => new X509Certificate(pem).fingerprint256 === last.fingerprint256)
  if (isAmong(own)) return 'own'
  return isAmong(tls.getCACertificates('bundled')) ? 'kiln' : 'system'
}

type Asked = { readonly answer: NonNullable<ConnectionCheckFindings['answer']>; readonly aheadInMs: number | null }

/** Sends a request without the API key. Any response shows that a server exists. Its `Date` header shows the server's time. */
async function askPlainly(dispatcherFor: DispatcherResolver, baseUrl: string, now: () => number): Promise<Asked> {
  const http = createHttpClient({ dispatcherFor })
  const { origin, pathname } = new URL(baseUrl)
  const startedAt = performance.now()
  const end = await http.send({
    step: 'recent',
    method: 'GET',
    origin,
    path: `${pathname.replace(/\/$/, '')}/api/v1/tasks/recent?limit=1`,
    headers: { accept: 'application/json', 'user-agent': 'Kiln' },
    responseTimeoutInMs: longestStepInMs,
    idleTimeoutInMs: longestStepInMs
  })
  const tookInMs = Math.round(performance.now() - startedAt)
  await http.close()
  if (!end.ok) return { answer: { ok: false, code: end.fault.message ?? end.fault.kind, tookInMs }, aheadInMs: null }
  const date = new Date(headerOf(end.response.headers, 'date') ?? '').getTime()
  return {
    answer: { ok: true, status: end.response.status, isSignInPage: isCaptivePortal(end.response, origin), tookInMs },
    // The `Date` header has whole seconds, so half a second is added. The server sets it about halfway through the request.
    aheadInMs: Number.isNaN(date) ? null : now() - tookInMs / 2 - (date + 500)
  }
}

/** Checks whether the storage responds. An error status counts as success, because storage rejects URLs without a signature. */
async function reach(dispatcherFor: DispatcherResolver, origin: string): Promise<CheckStepResult> {
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
