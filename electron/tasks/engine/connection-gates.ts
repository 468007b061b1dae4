import type { ConnectionGate } from './ports.ts'

/** The gates of all connections. A gate is created open when it's first requested. */
export class ConnectionGates {
  readonly #gates = new Map<string, ConnectionGate>()

  of(connectionId: string): ConnectionGate {
    let connectionGate = this.#gates.get(connectionId)
    if (connectionGate === undefined) {
      connectionGate = newConnectionGate()
      this.#gates.set(connectionId, connectionGate)
    }
    return connectionGate
  }

  all(): ReadonlyMap<string, ConnectionGate> {
    return this.#gates
  }
}

export function newConnectionGate(): ConnectionGate {
  return {
    hold: null,
    message: null,
    requestId: null,
    checkedAt: null,
    refusedCredits: null,
    trialId: null,
    offlineSince: null,
    networkBlock: null,
    slowedUntil: null
  }
}
