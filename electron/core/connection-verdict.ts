import type { Fault } from '../../shared/fault.ts'
import type { ScriptTrouble } from '../../shared/network.ts'
import type { Culprit } from '../../shared/connection-check.ts'
import { say } from '../../shared/words/say.ts'

/** How a step ended. `code`: the system's word for what went wrong. */
export type Found<Facts extends object = object> =
  | ({ readonly ok: true; readonly tookInMs: number } & Facts)
  | { readonly ok: false; readonly tookInMs: number; readonly code: string }

/** Dates in milliseconds since 1970. `trust`: whose authority vouches for it; null: nobody's. */
export type CertificateFacts = {
  readonly subject: string
  readonly issuer: string
  readonly validFrom: number
  readonly expiresAt: number
  readonly trust: 'kiln' | 'system' | 'own' | null
}

/** What a check has found. Null: not looked at, since a step before it failed or there is nothing to look at. */
export type CheckFindings = {
  readonly host: string
  /** It is the account that is open; else nobody's key is shown to it. */
  readonly isConnected: boolean
  readonly now: number
  /** False: this computer has no address in any network. */
  readonly isOnNetwork: boolean
  /** Why the script that should say the way does not; null: there is none, or it does. */
  readonly script: ScriptTrouble | null
  /** Host and port of the proxy on the way; null: none. */
  readonly proxy: string | null
  /** Of the first host on the way, the proxy's where there is one. */
  readonly name: Found | null
  readonly tcp: Found | null
  /** The proxy's answer to the wish for a tunnel is part of it. `refusal`: why it was not believed. */
  readonly tls: Found<{ readonly certificate: CertificateFacts; readonly refusal: string | null }> | null
  readonly answer: Found<{ readonly status: number; readonly isSignInPage: boolean }> | null
  readonly key: Fault | 'accepted' | null
  readonly mcp: Fault | 'reached' | null
  readonly storage: Found | null
  /** How far this computer's clock is ahead of the service's; null: not known. */
  readonly aheadInMs: number | null
}

export type Verdict = { readonly culprit: Culprit; readonly verdict: string; readonly advice: string | null }

/** Certificates and signed addresses bear minutes, not more. */
export const mostClockDifferenceInMs = 5 * 60_000

type Rule = (found: CheckFindings) => Verdict | null

/** The first that has something to say is right: what fails first is why the rest does. */
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

/** Whose fault it is, in one sentence. */
export function connectionVerdict(found: CheckFindings): Verdict {
  for (const rule of rules) {
    const verdict = rule(found)
    if (verdict !== null) return verdict
  }
  const { host } = found
  return {
    culprit: 'nobody',
    verdict: found.isConnected
      ? say('All is well: {host} is reached, and takes the key.', { host })
      : say('All is well: {host} is reached. Whether it takes the key is seen when you connect.', { host }),
    advice: null
  }
}

function offline(): Verdict {
  return {
    culprit: 'computer',
    verdict: say('This computer is in no network.'),
    advice: say('Connect it to one; everything that waits goes on by itself.')
  }
}

function scriptRule({ script }: CheckFindings): Verdict | null {
  if (script === null) return null
  return {
    culprit: 'proxy',
    verdict:
      script.kind === 'silent'
        ? say('The script that you have set for the network does not answer ({reason}).', { reason: script.reason })
        : say('The script that you have set for the network can’t be followed: it is none, or there is a mistake in it.'),
    advice: say('Look at its address under Network in the settings, or choose another way there. Until then nothing is sent.')
  }
}

function nameRule({ name, isOnNetwork, proxy, host }: CheckFindings): Verdict | null {
  if (name === null || name.ok) return null
  if (!isOnNetwork) return offline()
  if (proxy !== null) {
    return {
      culprit: 'proxy',
      verdict: say('The proxy {proxy} can’t be found by its name.', { proxy }),
      advice: say('Look at its name under Network in the settings, or ask who looks after the network.')
    }
  }
  return {
    culprit: 'network',
    verdict: say('The network does not find the name {host}.', { host }),
    advice: say('Look whether other websites open. If they do, look at the address of the service.')
  }
}

function tcpRule({ tcp, isOnNetwork, proxy, host }: CheckFindings): Verdict | null {
  if (tcp === null || tcp.ok) return null
  if (!isOnNetwork) return offline()
  if (proxy !== null) {
    return {
      culprit: 'proxy',
      verdict: say('The proxy {proxy} does not answer.', { proxy }),
      advice: say('Look at its address under Network in the settings, or ask who looks after the network.')
    }
  }
  if (tcp.code === 'ECONNREFUSED') {
    return {
      culprit: 'service',
      verdict: say('Nothing answers at {host}: the service is down, or its address is another one.', { host }),
      advice: say('Look at the address under Connection; else wait, everything goes on by itself.')
    }
  }
  return {
    culprit: 'network',
    verdict: say('The network does not lead to {host}.', { host }),
    advice: say('Look whether other websites open. A firewall may be in the way: ask who looks after the network.')
  }
}

function tunnelRule({ tls, proxy }: CheckFindings): Verdict | null {
  if (tls === null || tls.ok || proxy === null) return null
  if (tls.code === 'PROXY_WANTS_PASSWORD') {
    return {
      culprit: 'proxy',
      verdict: say('The proxy {proxy} wants a name and a password.', { proxy }),
      advice: say('Enter them under Connection in the settings; who looks after the network knows them.')
    }
  }
  if (tls.code === 'PROXY_REFUSES') {
    return {
      culprit: 'proxy',
      verdict: say('The proxy {proxy} lets nothing through to the service.', { proxy }),
      advice: say('Ask who looks after the network to let it through.')
    }
  }
  return null
}

function certificateRule({ tls, host, now }: CheckFindings): Verdict | null {
  if (tls === null) return null
  if (!tls.ok) {
    return {
      culprit: 'network',
      verdict: say('Something that is not the service answers in the place of {host}.', { host }),
      advice: say('The network may want you to sign in first: open any website in a browser. Kiln has sent nothing.')
    }
  }
  if (tls.refusal === null) return null
  const { issuer, expiresAt, validFrom } = tls.certificate
  if (now < validFrom) {
    return {
      culprit: 'computer',
      verdict: say('By the clock of this computer the certificate of {host} is not valid yet.', { host }),
      advice: say('Set the clock right.')
    }
  }
  if (tls.refusal === 'CERT_HAS_EXPIRED' || now > expiresAt) {
    return {
      culprit: 'service',
      verdict: say('The certificate of {host} expired on {day}.', { host, day: new Date(expiresAt).toISOString().slice(0, 10) }),
      advice: say('If the clock of this computer is right, tell the service. Kiln has sent nothing.')
    }
  }
  if (tls.refusal === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return {
      culprit: 'network',
      verdict: say('Another computer answers in the place of {host}.', { host }),
      advice: say('Use another network, or ask who looks after this one. Kiln has sent nothing.')
    }
  }
  return {
    culprit: 'network',
    verdict: say('Someone in the network answers in the place of {host}, with a certificate of “{issuer}” that is not trusted here.', {
      host,
      issuer
    }),
    advice: say('If this is your company’s network, trust its authority under Network in the settings; else use another network.')
  }
}

function answerRule({ answer, host }: CheckFindings): Verdict | null {
  if (answer === null) return null
  if (!answer.ok) {
    return {
      culprit: 'service',
      verdict: say('{host} takes connections and does not answer.', { host }),
      advice: say('Wait a while; everything goes on by itself.')
    }
  }
  if (answer.isSignInPage) {
    return {
      culprit: 'network',
      verdict: say('This network wants you to sign in first.'),
      advice: say('Open any website in a browser and sign in there; then everything goes on.')
    }
  }
  if (answer.status >= 500) {
    return {
      culprit: 'service',
      verdict: say('The service has trouble of its own just now: it answers with {status}.', { status: answer.status }),
      advice: say('Wait a while; everything goes on by itself.')
    }
  }
  return null
}

function keyRule({ key, host }: CheckFindings): Verdict | null {
  if (key === null || key === 'accepted') return null
  if (key.httpStatus === 401) {
    return {
      culprit: 'key',
      verdict: say('{host} does not take the key.', { host }),
      advice: say('Enter the key of today under Connection in the settings.')
    }
  }
  if (key.httpStatus === 402 || key.httpStatus === 403) {
    return {
      culprit: 'key',
      verdict: say('{host} knows the key and does not let its account in.', { host }),
      advice: say('Look on the website of the service what the account needs.')
    }
  }
  if (key.httpStatus === 429) return null
  return {
    culprit: 'service',
    verdict: say('The service answers, but not what it is asked with the key.'),
    advice: say('Wait a while; everything goes on by itself.')
  }
}

function clockRule({ aheadInMs }: CheckFindings): Verdict | null {
  if (aheadInMs === null || Math.abs(aheadInMs) <= mostClockDifferenceInMs) return null
  const minutes = Math.round(Math.abs(aheadInMs) / 60_000)
  return {
    culprit: 'computer',
    verdict:
      aheadInMs > 0
        ? say('The clock of this computer is {minutes, plural, one {# minute} other {# minutes}} fast.', { minutes })
        : say('The clock of this computer is {minutes, plural, one {# minute} other {# minutes}} slow.', { minutes }),
    advice: say('Set it right: addresses for uploads and results hold for minutes only.')
  }
}

function mcpRule({ mcp }: CheckFindings): Verdict | null {
  if (mcp === null || mcp === 'reached') return null
  return {
    culprit: 'service',
    verdict: say('All is well, but for the part of the service that knows faces and estimates (MCP).'),
    advice: say('Tasks go on. What needs a choice of faces waits until it is back.')
  }
}

function storageRule({ storage }: CheckFindings): Verdict | null {
  if (storage === null || storage.ok) return null
  return {
    culprit: 'network',
    verdict: say('The service is reached, but not the storage that files go to and results come from.'),
    advice: say('Ask who looks after the network to let it through. Nothing is lost: results wait there.')
  }
}
